/**
 * Several hosts in the connection string, or behind one address: which one serves, and which one after a failure.
 * hosts.stress.ts has rarer failures and more choices of a host.
 *
 * @long
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src'
import { deploymentReport } from '../../src/program/deployment-report'
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

  it('are in the output of --check', async () => {
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
      const urls = [servers.primary.url, servers.standby.url]
      const wanted = servers[target].url
      // The other host is the first one.
      const hosts = urls.sort((one) => (one === wanted ? 1 : -1))
      const app = await servers.start(urlOf(hosts, `?target_session_attrs=${target}`))
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
