/** A streaming replica, whose snapshots do not contain the running transactions. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { waitUntil } from '../../test/support/wait-until'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { startTestApp } from '../../test/support/test-app'
import type { RunningServer } from '../../test/support/test-server'
import { SERIALIZABLE, untilSerializable } from '../../test/engines/postgres/default-settings'
import { testServers } from '../../test/engines/postgres/server'
import { clusterFolder, startStandby } from '../../test/engines/postgres/standby'

describeEachServer('postgres', 'a standby', () => {
  const cleanUps: (() => Promise<void>)[] = []
  const servers: RunningServer[] = []
  const writers: Client[] = []
  let connection: RecordedConnection
  let tables: TableService
  let standby: Client
  beforeAll(async () => {
    const folder = clusterFolder()
    for (const server of testServers) add(await server.start(folder))
    const writer = await newWriter()
    await writer.query(`
      create table copied (id int primary key);
      create table cleaned (id int primary key);
      insert into cleaned values (1), (2);
      create view slow as select id, (select true from pg_sleep(1.5)) as "done" from cleaned where id = 1`)
    const { url } = add(await startStandby(folder, writer))
    connection = recordedConnection(url)
    cleanUps.push(() => connection.close())
    // By default, the replay of a vacuum waits up to 30 seconds for the statements of the standby.
    standby = await connected(url)
    await standby.query('alter system set max_standby_streaming_delay = 0')
    await standby.query('select pg_reload_conf()')
    tables = createTableService(connection, connection.dialect)
  }, 120_000)
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }, 60_000)

  function add(server: RunningServer): RunningServer {
    servers.push(server)
    cleanUps.push(() => server.stop())
    return server
  }

  async function connected(connectionString: string | undefined): Promise<Client> {
    const client = new Client({ connectionString })
    await client.connect()
    cleanUps.push(() => client.end())
    return client
  }

  async function newWriter(): Promise<Client> {
    const writer = await connected(servers[0]?.url)
    // A commit is written to the log at once, so the standby receives it.
    await writer.query('set synchronous_commit = local')
    writers.push(writer)
    return writer
  }

  /** Waits until the standby has replayed all commits. @returns the total, and whether the request counted it */
  async function total(): Promise<[number, boolean]> {
    const [writer] = writers
    const written = await writer?.query<{ at: string }>('select pg_current_wal_lsn() as at')
    const isCopied = `select pg_last_wal_replay_lsn() >= '${written?.rows[0]?.at}'::pg_lsn`
    while ((await connection.readRows({ sql: isCopied, bindings: [] }))[0]?.[0] !== 't') {
      await delay(20)
    }
    connection.statements.length = 0
    const query = { table: 'copied', page: 1, limit: 1, filter: '', sort: [] }
    const { pagination } = await tables.query(query)
    return [
      pagination.total,
      connection.statements.some(({ sql }) => sql.includes('count(*) from')),
    ]
  }

  it('counts each total while transactions run, and caches it while none does', async () => {
    const [first, second, third] = [await newWriter(), await newWriter(), await newWriter()]
    for (const writer of [first, second]) {
      await writer.query('begin')
      await writer.query('insert into copied values ($1)', [writers.indexOf(writer)])
    }
    // A commit also sends the earlier writes of other transactions.
    await third.query('insert into copied values (100)')
    expect(await total()).toEqual([1, true])
    expect(await total()).toEqual([1, true])
    // The snapshot's text stays the same, because the older transaction is still running.
    await second.query('commit')
    expect(await total()).toEqual([2, true])
    await first.query('commit')
    expect((await total())[0]).toBe(3)
    expect(await total()).toEqual([3, false])
    await third.query('delete from copied where id = 100')
    expect(await total()).toEqual([2, true])
  })

  it('reads again what the replay of a vacuum has cancelled', async () => {
    const [writer] = writers
    await total()
    const waiting = tables.query({ table: 'slow', page: 1, limit: 5, filter: '', sort: [] })
    await waitUntil(async () => {
      const sql = `select from pg_stat_activity where wait_event = 'PgSleep'`
      return ((await standby.query(sql)).rowCount ?? 0) > 0
    })
    await writer?.query('delete from cleaned where id = 2')
    await writer?.query('vacuum cleaned')
    expect((await waiting).rows).toEqual([['1', 't']])
    const conflicts =
      'select confl_snapshot from pg_stat_database_conflicts where datname = current_database()'
    expect(await connection.readRows({ sql: conflicts, bindings: [] })).toEqual([['1']])
  })

  it('serves rows although the default of its transactions is serializable, which it refuses', async () => {
    const [writer] = writers
    await writer?.query(SERIALIZABLE)
    const url = servers.at(-1)?.url ?? ''
    await untilSerializable(() => connected(url))
    const app = await startTestApp(url)
    try {
      const pages = [1, 2, 3, 4].map((page) => app.get(`query?table=cleaned&limit=5&page=${page}`))
      for (const { status } of await Promise.all(pages)) expect(status).toBe(200)
      expect(app.errors).toEqual([])
    } finally {
      await app.stop()
    }
  })
})
