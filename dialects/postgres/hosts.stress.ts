/** Several hosts in the connection string: silent and full hosts, a failing listener, and every choice of a host. */
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src'
import { builtProgram } from '../../test/support/built-program'
import { describeEachServer } from '../../test/support/describe-each-server'
import {
  FAIL_OVER,
  hostOf,
  loadDuring,
  servedBy,
  urlOfHosts as urlOf,
} from '../../test/support/several-hosts'
import { silentProxy } from '../../test/support/silent-proxy'
import type { TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'
import { primaryAndStandby } from '../../test/engines/postgres/primary-and-standby'

describeEachServer('postgres', 'several hosts', () => {
  const servers = primaryAndStandby()
  const program = builtProgram()
  afterAll(() => {
    program.clear()
  })

  it('pass --check while one of them is down', async () => {
    const url = urlOf([servers.primary.url, servers.standby.url, 'postgres://127.0.0.1:1'])
    const { code, stdout } = await program.runToEnd([url, '--check'])
    expect(code).toBe(0)
    expect(stdout).toContain(
      [
        'Hosts:',
        `  ${hostOf(servers.primary.url)}: primary, can be used`,
        `  ${hostOf(servers.standby.url)}: standby, 0 ms behind, can be used`,
        '  127.0.0.1:1: cannot be used: nothing listens at 127.0.0.1:1: connection refused',
      ].join('\n'),
    )
  })

  async function untilBothServe(app: TestApp): Promise<void> {
    const hosts = new Set([hostOf(servers.primary.url), hostOf(servers.standby.url)])
    const used = new Set<string>()
    // A few fast connections can serve all requests before another one is open, and can be to the same host.
    await waitUntil(async () => {
      const requests = Array.from({ length: 100 }, (_, index) => servedBy(app, index + 1))
      for (const host of await Promise.all(requests)) used.add(host)
      return used.size === hosts.size
    })
    expect(used).toEqual(hosts)
  }

  it('are read from the second host while the first one does not respond', async () => {
    const proxy = await silentProxy(servers.primary.url)
    try {
      const app = await servers.start(urlOf([proxy.url, servers.standby.url]))
      expect(await servedBy(app)).toBe(hostOf(servers.primary.url))
      const load = await loadDuring(app, 'query?table=things', async () => {
        await delay(300)
        proxy.stopForwarding()
        await delay(FAIL_OVER + 500)
      })
      expect(load.failures).toBeLessThanOrEqual(load.clients)
      expect(load.longestGap).toBeLessThan(FAIL_OVER)
      expect(await servedBy(app)).toBe(hostOf(servers.standby.url))
      proxy.forwardAgain()
      await waitUntil(async () => (await servedBy(app)) === hostOf(servers.primary.url))
    } finally {
      await proxy.close()
    }
  }, 30_000)

  it('are checked although a listener of their changes fails', async () => {
    const url = urlOf([servers.primary.url, servers.standby.url])
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation()
    const database = await openDatabase(url)
    const isPrimaryUsable = (): boolean | undefined => database.hosts()[0]?.isUsable
    const reasons: string[] = []
    try {
      database.onHostChange(({ reason }) => {
        if (reason !== undefined) reasons.push(reason)
        throw new Error('of the listener')
      })
      await servers.primary.kill?.()
      await waitUntil(() => isPrimaryUsable() === false)
      await servers.primary.resume?.()
      await waitUntil(() => isPrimaryUsable() === true)
      expect(reasons[0]).toMatch(/closed the connection$|connection refused$/)
      expect(warn).toHaveBeenCalledWith(new Error('of the listener'))
    } finally {
      warn.mockRestore()
      await database.close()
    }
  }, 30_000)

  it.each(['standby', 'read-only', 'prefer-standby'])(
    'are read from a standby with target_session_attrs=%s',
    async (target) => {
      const app = await servers.start(
        urlOf([servers.primary.url, servers.standby.url], `?target_session_attrs=${target}`),
      )
      expect(await servedBy(app)).toBe(hostOf(servers.standby.url))
    },
  )

  it.each(['primary', 'read-write'])(
    'are read from the primary with target_session_attrs=%s',
    async (target) => {
      const app = await servers.start(
        urlOf([servers.standby.url, servers.primary.url], `?target_session_attrs=${target}`),
      )
      expect(await servedBy(app)).toBe(hostOf(servers.primary.url))
    },
  )

  it('are read from the next host while the first has no connection left', async () => {
    const writer = await servers.connect(servers.primary.url)
    await writer.query('create role crowded login connection limit 3')
    await writer.query('grant select on all tables in schema public to crowded')
    const replica = await servers.connect(servers.standby.url)
    await waitUntil(async () => {
      const { rows } = await replica.query("select from pg_roles where rolname = 'crowded'")
      return rows.length === 1
    })
    const app = await servers.start(
      urlOf([servers.primary.url, servers.standby.url]).replace('postgres@', 'crowded@'),
      {
        // The limit counts for each server: one connection of the checks, and two of the pool. Statements
        // of unknown length may use half of the pool.
        poolSize: 8,
      },
    )
    await untilBothServe(app)
    const { rows } = await replica.query<{ sessions: number }>(
      `select sessions::int from pg_stat_database where datname = 'postgres'`,
    )
    expect(rows[0]?.sessions).toBeLessThan(100)
  })

  it('are all read from with load_balance_hosts=random', async () => {
    const app = await servers.start(
      urlOf([servers.primary.url, servers.standby.url], '?load_balance_hosts=random'),
      {
        poolSize: 20,
      },
    )
    await untilBothServe(app)
  })
})
