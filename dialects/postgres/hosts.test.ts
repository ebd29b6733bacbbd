/** Several hosts in the connection string: a primary and a standby, of which each can fail. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '../../src'
import { builtProgram, outputOf } from '../../test/support/built-program'
import { describeEachServer } from '../../test/support/describe-each-server'
import {
  expectFailOver,
  FAIL_OVER,
  hostOf,
  loadDuring,
  servedBy,
  urlOfHosts as urlOf,
} from '../../test/support/several-hosts'
import { silentProxy } from '../../test/support/silent-proxy'
import { startTestApp, type TestApp, type TestAppOptions } from '../../test/support/test-app'
import type { RunningServer } from '../../test/support/test-server'
import { waitUntil } from '../../test/support/wait-until'
import { testServers } from '../../test/engines/postgres/server'
import { clusterFolder, startStandby } from '../../test/engines/postgres/standby'

describeEachServer('postgres', 'several hosts', () => {
  const cleanUps: (() => Promise<void>)[] = []
  const program = builtProgram()
  let primary: RunningServer
  let standby: RunningServer
  let writer: Client
  beforeAll(async () => {
    const folder = clusterFolder()
    const [server] = testServers
    if (!server) throw new Error('no server')
    primary = add(await server.start(folder))
    const copier = await connected(primary.url)
    await copier.query('create table things (id int primary key)')
    await copier.query('insert into things select generate_series(1, 30)')
    await copier.query('create view served_by as select inet_server_port() as port')
    standby = add(await startStandby(folder, copier))
    await copier.end()
    writer = await connected(primary.url)
  }, 120_000)
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop()
  })
  afterAll(async () => {
    program.clear()
    await writer.end().catch(() => undefined)
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }, 60_000)

  function add(server: RunningServer): RunningServer {
    cleanUps.push(() => server.stop())
    return server
  }

  async function connected(url: string): Promise<Client> {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  const apps: TestApp[] = []
  async function start(url: string, options?: TestAppOptions): Promise<TestApp> {
    const app = await startTestApp(url, options)
    apps.push(app)
    return app
  }

  it('uses the first host, fails over when it is killed, and returns to it', async () => {
    const app = await start(urlOf([primary.url, standby.url]))
    expect(await servedBy(app)).toBe(hostOf(primary.url))
    await expectFailOver(app, 'query?table=things', () => primary.kill?.())
    expect(await servedBy(app)).toBe(hostOf(standby.url))
    await primary.resume?.()
    const returned = await loadDuring(app, 'query?table=things', () =>
      waitUntil(async () => (await servedBy(app)) === hostOf(primary.url)),
    )
    expect(returned.failures).toBe(0)
    writer = await connected(primary.url)
  }, 60_000)

  it('fails over when the first host falls silent', async () => {
    const proxy = await silentProxy(primary.url)
    try {
      const app = await start(urlOf([proxy.url, standby.url]))
      expect(await servedBy(app)).toBe(hostOf(primary.url))
      const load = await loadDuring(app, 'query?table=things', async () => {
        await delay(300)
        proxy.fallSilent()
        await delay(FAIL_OVER + 500)
      })
      expect(load.failures).toBeLessThanOrEqual(load.clients)
      expect(load.longestGap).toBeLessThan(FAIL_OVER)
      expect(await servedBy(app)).toBe(hostOf(standby.url))
      proxy.heal()
      await waitUntil(async () => (await servedBy(app)) === hostOf(primary.url))
    } finally {
      await proxy.close()
    }
  }, 30_000)

  it('starts while the first host is down', async () => {
    const app = await start(urlOf(['postgres://postgres@127.0.0.1:1/postgres', standby.url]))
    expect(await servedBy(app)).toBe(hostOf(standby.url))
  })

  it.each(['standby', 'read-only', 'prefer-standby'])(
    'reads from a standby: %s',
    async (target) => {
      const app = await start(urlOf([primary.url, standby.url], `?target_session_attrs=${target}`))
      expect(await servedBy(app)).toBe(hostOf(standby.url))
    },
  )

  it.each(['primary', 'read-write'])('reads from the primary: %s', async (target) => {
    const app = await start(urlOf([standby.url, primary.url], `?target_session_attrs=${target}`))
    expect(await servedBy(app)).toBe(hostOf(primary.url))
  })

  it('says why no host can be used', async () => {
    const url = urlOf(
      ['postgres://postgres@127.0.0.1:1/postgres', standby.url],
      '?target_session_attrs=primary',
    )
    await expect(openDatabase(url)).rejects.toThrow(
      'no host can be used: 127.0.0.1:1: nothing listens at 127.0.0.1:1: connection refused; ' +
        `${hostOf(standby.url)}: it is a standby, and target_session_attrs=primary`,
    )
  })

  it('uses the next host while the first has no connection left', async () => {
    await writer.query('create role crowded login connection limit 3')
    await writer.query('grant select on all tables in schema public to crowded')
    const replica = await connected(standby.url)
    await waitUntil(async () => {
      const { rows } = await replica.query("select from pg_roles where rolname = 'crowded'")
      return rows.length === 1
    })
    const app = await start(urlOf([primary.url, standby.url]).replace('postgres@', 'crowded@'), {
      // The limit counts for each server: one connection of the checks, and two of the pool. Statements
      // of unknown length may use half of the pool.
      poolSize: 8,
    })
    const used = await Promise.all(
      Array.from({ length: 100 }, (_, index) => servedBy(app, index + 1)),
    )
    expect(new Set(used)).toEqual(new Set([hostOf(primary.url), hostOf(standby.url)]))
    const { rows } = await replica.query<{ sessions: number }>(
      `select sessions::int from pg_stat_database where datname = 'postgres'`,
    )
    expect(rows[0]?.sessions).toBeLessThan(100)
    await replica.end()
  })

  it('tells --check the role of each host', async () => {
    const url = urlOf([primary.url, standby.url, 'postgres://127.0.0.1:1'])
    const { code, stdout } = await program.runToEnd([url, '--check'])
    expect(code).toBe(0)
    expect(stdout).toContain(
      [
        'Hosts:',
        `  ${hostOf(primary.url)}: primary, can be used`,
        `  ${hostOf(standby.url)}: standby, 0 ms behind, can be used`,
        '  127.0.0.1:1: cannot be used: nothing listens at 127.0.0.1:1: connection refused',
      ].join('\n'),
    )
  })

  it('shows the state of each host in the metrics and the log', async () => {
    const [first, second] = [hostOf(primary.url), hostOf(standby.url)]
    const url = urlOf([primary.url, standby.url])
    const { baseUrl, child } = await program.serve([url, '--metrics', 'true'])
    const log = outputOf(child.stderr)
    const metrics = async (): Promise<string> =>
      (await fetch(new URL('/metrics', baseUrl).href)).text()
    await waitUntil(async () => (await metrics()).includes(`{host="${second}"} 0\n`))
    expect(await metrics()).toMatch(
      new RegExp(`^tablequery_host_primary\\{host="${first}"\\} 1$`, 'm'),
    )
    expect(await metrics()).toContain(`tablequery_host_lag_seconds{host="${second}"} 0\n`)
    await primary.kill?.()
    await waitUntil(async () =>
      (await metrics()).includes(`tablequery_host_usable{host="${first}"} 0\n`),
    )
    const health = await fetch(new URL('/readyz', baseUrl).href)
    expect(health.status).toBe(200)
    await primary.resume?.()
    await waitUntil(async () =>
      (await metrics()).includes(`tablequery_host_usable{host="${first}"} 1\n`),
    )
    writer = await connected(primary.url)
    child.kill()
    const lines = (await log).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { host?: string; msg: string })
    const messages = events.filter(({ host }) => host === first).map(({ msg }) => msg)
    // The reason may change while the host is down, which is another line.
    expect(messages.filter((message, index) => message !== messages[index - 1])).toEqual([
      'the host can be used',
      'the host cannot be used',
      'the host can be used',
    ])
  })

  it('spreads its sessions', async () => {
    const app = await start(urlOf([primary.url, standby.url], '?load_balance_hosts=random'), {
      poolSize: 20,
    })
    const used = await Promise.all(
      Array.from({ length: 200 }, (_, index) => servedBy(app, index + 1)),
    )
    expect(new Set(used)).toEqual(new Set([hostOf(primary.url), hostOf(standby.url)]))
  })

  describe('a standby that lags behind', () => {
    let replica: Client
    beforeAll(async () => {
      replica = await connected(standby.url)
      await replica.query('select pg_wal_replay_pause()')
      await writer.query('insert into things values (1000)')
    })
    afterAll(async () => {
      await replica.query('select pg_wal_replay_resume()')
      await replica.end()
    })

    it('is not used', async () => {
      const url = urlOf([standby.url, primary.url])
      const app = await start(url, { maxReplicaLag: 1000 })
      await waitUntil(async () => (await servedBy(app)) === hostOf(primary.url))
      expect(await total(app)).toBe(31)
      await replica.query('select pg_wal_replay_resume()')
      await waitUntil(async () => (await servedBy(app)) === hostOf(standby.url))
      expect(await total(app)).toBe(31)
    })
  })

  async function total(app: TestApp): Promise<number> {
    const { text } = await app.get('query?table=things&limit=1')
    return (JSON.parse(text) as { pagination: { total: number } }).pagination.total
  }

  it('keeps no total and no ETag of another host', async () => {
    const replica = await connected(standby.url)
    const app = await start(urlOf([primary.url, standby.url]))
    try {
      const before = await total(app)
      const { headers } = await app.get('query?table=things')
      expect(headers.etag).toBeDefined()
      await replica.query('select pg_wal_replay_pause()')
      // The test servers lose the last commits in a crash otherwise.
      await writer.query('set synchronous_commit = local')
      await writer.query('insert into things values (2000)')
      expect(await total(app)).toBe(before + 1)
      const tag = (await app.get('query?table=things&sort=id:desc')).headers.etag
      await primary.kill?.()
      await waitUntil(async () => (await servedBy(app)) === hostOf(standby.url))
      expect(await total(app)).toBe(before)
      const { status } = await app.get('query?table=things&sort=id:desc', {
        headers: { 'If-None-Match': tag ?? '' },
      })
      expect(status).toBe(200)
      await primary.resume?.()
      await waitUntil(async () => (await servedBy(app)) === hostOf(primary.url))
      expect(await total(app)).toBe(before + 1)
    } finally {
      await replica.query('select pg_wal_replay_resume()')
      await replica.end()
    }
  }, 30_000)
})
