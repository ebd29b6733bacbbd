/**
 * Several hosts in the connection string, or behind one address: which one serves, and which one after a failure.
 * hosts.stress.ts has rarer failures and more choices of a host.
 *
 * @long
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { openDatabase } from '../../src'
import { deploymentReport } from '../../src/program/deployment-report'
import { builtProgram, outputOf } from '../../test/support/built-program'
import { describeEachServer } from '../../test/support/describe-each-server'
import {
  expectFailOver,
  hostOf,
  loadDuring,
  servedBy,
  urlOfHosts as urlOf,
} from '../../test/support/several-hosts'
import { recordedConnection } from '../../test/support/recorded-connection'
import type { TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'
import { primaryAndStandby } from '../../test/engines/postgres/primary-and-standby'

describeEachServer('postgres', 'several hosts', () => {
  const servers = primaryAndStandby()
  const program = builtProgram()
  afterAll(() => {
    program.clear()
  })

  async function total(app: TestApp): Promise<number> {
    const { text } = await app.get('query?table=things&limit=1')
    return (JSON.parse(text) as { pagination: { total: number } }).pagination.total
  }

  /** Runs `work` while the standby does not replay the log. `resume` ends that earlier. */
  async function whileBehind(
    work: (replica: Client, resume: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const replica = await servers.connect(servers.standby.url)
    const resume = async (): Promise<void> => {
      await replica.query('select pg_wal_replay_resume()')
    }
    await replica.query('select pg_wal_replay_pause()')
    try {
      await work(replica, resume)
    } finally {
      await resume()
    }
  }

  it('are in the report of --check', async () => {
    const urls = [servers.primary.url, servers.standby.url, 'postgres://127.0.0.1:1']
    const database = await openDatabase(urlOf(urls))
    const report = await deploymentReport(database, []).finally(() => database.close())
    expect(report).toContain(
      [
        'Hosts:',
        `  ${hostOf(servers.primary.url)}: primary, can be used`,
        `  ${hostOf(servers.standby.url)}: standby, 0 ms behind, can be used`,
        '  127.0.0.1:1: cannot be used: nothing listens at 127.0.0.1:1: connection refused',
      ].join('\n'),
    )
  })

  it('serve only requests that maxReplicaLag allows, if they are standbys', async () => {
    const writer = await servers.connect(servers.primary.url)
    // The commit then waits until the log is written, so the standby receives it.
    await writer.query('set synchronous_commit = local')
    await whileBehind(async (replica, resume) => {
      await writer.query('insert into things values (1000)')
      // It has replayed no transaction since its start, so it does not tell for how long it is behind.
      await waitUntil(async () => {
        const { rows } = await replica.query<{ is_unknown: boolean }>(
          `select pg_last_wal_receive_lsn() <> pg_last_wal_replay_lsn()
            and pg_last_xact_replay_timestamp() is null as is_unknown`,
        )
        return rows[0]?.is_unknown === true
      })
      const url = urlOf([servers.standby.url, servers.primary.url])
      const app = await servers.start(url, { maxReplicaLag: 1000 })
      await waitUntil(async () => (await servedBy(app)) === hostOf(servers.primary.url))
      for (let checks = 0; checks < 10; checks++) {
        expect(await total(app)).toBe(31)
        await delay(100)
      }
      await resume()
      // It is preferred again only once it has been within the limit for ten seconds.
      await waitUntil(async () => (await servedBy(app)) === hostOf(servers.standby.url), 20_000)
      expect(await total(app)).toBe(31)
    })
  }, 60_000)

  it('have their states in the metrics and in the log', async () => {
    const [first, second] = [hostOf(servers.primary.url), hostOf(servers.standby.url)]
    const url = urlOf([servers.primary.url, servers.standby.url])
    const { baseUrl, child } = await program.serve([url, '--metrics', 'true'])
    const log = outputOf(child.stderr)
    const metrics = async (): Promise<string> =>
      (await fetch(new URL('/metrics', baseUrl).href)).text()
    await waitUntil(async () => (await metrics()).includes(`{host="${second}"} 0\n`))
    expect(await metrics()).toMatch(
      new RegExp(`^tablequery_host_primary\\{host="${first}"\\} 1$`, 'm'),
    )
    expect(await metrics()).toContain(`tablequery_host_lag_seconds{host="${second}"} 0\n`)
    await servers.primary.kill?.()
    await waitUntil(async () =>
      (await metrics()).includes(`tablequery_host_usable{host="${first}"} 0\n`),
    )
    const health = await fetch(new URL('/readyz', baseUrl).href)
    expect(health.status).toBe(200)
    await servers.primary.resume?.()
    await waitUntil(async () =>
      (await metrics()).includes(`tablequery_host_usable{host="${first}"} 1\n`),
    )
    child.kill()
    const lines = (await log).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { host?: string; msg: string })
    const messages = events.filter(({ host }) => host === first).map(({ msg }) => msg)
    // If the reason changes while the host is down, the log has one more line.
    expect(messages.filter((message, index) => message !== messages[index - 1])).toEqual([
      'the host can be used',
      'the host cannot be used',
      'the host can be used',
    ])
  }, 60_000)

  it('have their own totals and ETags', async () => {
    const app = await servers.start(urlOf([servers.primary.url, servers.standby.url]))
    const before = await total(app)
    const { headers } = await app.get('query?table=things')
    expect(headers.etag).toBeDefined()
    await whileBehind(async () => {
      const writer = await servers.connect(servers.primary.url)
      // Without this setting, the test servers lose the last commits in a crash.
      await writer.query('set synchronous_commit = local')
      await writer.query('insert into things values (2000)')
      expect(await total(app)).toBe(before + 1)
      const tag = (await app.get('query?table=things&sort=id:desc')).headers.etag
      await servers.primary.kill?.()
      await waitUntil(async () => (await servedBy(app)) === hostOf(servers.standby.url))
      expect(await total(app)).toBe(before)
      const { status } = await app.get('query?table=things&sort=id:desc', {
        headers: { 'If-None-Match': tag ?? '' },
      })
      expect(status).toBe(200)
      await servers.primary.resume?.()
      await waitUntil(async () => (await servedBy(app)) === hostOf(servers.primary.url))
      expect(await total(app)).toBe(before + 1)
    })
  }, 30_000)

  it('are read from the first host, from the second one while the first is down, then from the first again', async () => {
    const app = await servers.start(urlOf([servers.primary.url, servers.standby.url]))
    expect(await servedBy(app)).toBe(hostOf(servers.primary.url))
    await expectFailOver(app, 'query?table=things', () => servers.primary.kill?.())
    expect(await servedBy(app)).toBe(hostOf(servers.standby.url))
    await servers.primary.resume?.()
    const returned = await loadDuring(app, 'query?table=things', () =>
      waitUntil(async () => (await servedBy(app)) === hostOf(servers.primary.url)),
    )
    expect(returned.failures).toBe(0)
  }, 60_000)

  it('allow a start while the first host is down', async () => {
    const app = await servers.start(
      urlOf(['postgres://postgres@127.0.0.1:1/postgres', servers.standby.url]),
    )
    expect(await servedBy(app)).toBe(hostOf(servers.standby.url))
  })

  it.each(['standby', 'primary'] as const)(
    'are read from the host that target_session_attrs=%s asks for',
    async (target) => {
      const wanted = servers[target].url
      const other = servers[target === 'standby' ? 'primary' : 'standby'].url
      const app = await servers.start(urlOf([other, wanted], `?target_session_attrs=${target}`))
      expect(await servedBy(app)).toBe(hostOf(wanted))
    },
  )

  it('are refused with the reason of each if none can be used', async () => {
    const url = urlOf(
      ['postgres://postgres@127.0.0.1:1/postgres', servers.standby.url],
      '?target_session_attrs=primary',
    )
    await expect(openDatabase(url)).rejects.toThrow(
      'no host can be used: 127.0.0.1:1: nothing listens at 127.0.0.1:1: connection refused; ' +
        `${hostOf(servers.standby.url)}: it is a standby, but target_session_attrs=primary asks for a primary`,
    )
  })

  it('behind one address show that one of them may have crashed when its sessions have ended', async () => {
    let next = servers.primary.url
    const proxy = createServer((client) => {
      const server = connect(Number(new URL(next).port), '127.0.0.1')
      for (const socket of [client, server]) socket.on('error', () => undefined)
      client.pipe(server).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = new URL(servers.primary.url)
    url.port = String((proxy.address() as AddressInfo).port)
    url.searchParams.set('application_name', 'proxied')
    const connection = recordedConnection(url.href, { poolSize: 2 })
    try {
      const read = (): Promise<unknown> =>
        connection.readRows({ sql: 'select pg_sleep(0.3)', bindings: [] })
      await read()
      next = servers.standby.url
      await Promise.all([read(), read()])
      const before = connection.changes.counter()
      const standby = await servers.connect(servers.standby.url)
      const end = await standby.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'proxied'",
      )
      expect(end.rows).toHaveLength(1)
      await delay(300)
      await Promise.all([read(), read()])
      expect(connection.changes.counter()).not.toBe(before)
    } finally {
      await connection.close()
      proxy.close()
    }
  })
})
