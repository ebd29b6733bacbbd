/**
 * pgpool-II in front of a primary and a standby. It may send statements to the standby, but in a
 * transaction only until the first function that it regards as a write, such as `set_config`.
 * https://www.pgpool.net/docs/latest/en/html/runtime-config-load-balancing.html
 */
import { Client } from 'pg'
import { startPgpool } from '../engines/postgres/pgpool'
import { testServers } from '../engines/postgres/server'
import { clusterFolder, startStandby } from '../engines/postgres/standby'
import type { Pooler } from '../engines/postgres/pooler'
import { describeEachServer } from '../support/describe-each-server'
import { testsThatNeed } from '../support/left-out'
import { startTestApp, type TestApp } from '../support/test-app'
import type { RunningServer } from '../support/test-server'
import { waitUntil } from '../support/wait-until'

const ROWS = 300
const REQUESTS = 200

describeEachServer('postgres', 'pgpool-II with two servers', () => {
  const { afterAll, beforeAll, it } = testsThatNeed('pgpool')
  const servers: RunningServer[] = []
  let pooler: Pooler
  let app: TestApp
  let primary: Client
  let standby: Client
  beforeAll(async () => {
    const folder = clusterFolder()
    const [kind] = testServers
    if (!kind) throw new Error('there is no Postgres to start')
    servers.push(await kind.start(folder))
    primary = await connected(servers[0]?.url)
    await primary.query('create table things (id int primary key, word text)')
    await primary.query(
      `insert into things select i, 'word ' || i from generate_series(1, ${ROWS}) as i`,
    )
    servers.push(await startStandby(folder, primary))
    standby = await connected(servers[1]?.url)
    await waitUntil(async () => (await rowsOf(standby)) === ROWS, 30_000)
    const [url = '', standbyUrl = ''] = servers.map((server) => server.url)
    pooler = await startPgpool(new URL(url), new URL(standbyUrl))
    app = await startTestApp(pooler.url(url), { poolSize: 8 })
  }, 180_000)
  afterAll(async () => {
    await app.stop()
    await pooler.stop()
    for (const client of [primary, standby]) await client.end()
    for (const server of servers.reverse()) await server.stop()
  })

  async function connected(url = ''): Promise<Client> {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  async function rowsOf(client: Client): Promise<number> {
    const found = await client
      .query<{ count: number }>('select count(*)::int as count from things')
      .catch(() => undefined)
    return found?.rows[0]?.count ?? 0
  }

  interface NewestRow {
    readonly total: number
    readonly lastId: number
  }

  /** The totals and the greatest ids in the responses to concurrent requests, all different. */
  async function newestRows(): Promise<NewestRow[]> {
    const responses = await Promise.all(
      Array.from({ length: REQUESTS }, (_, number) =>
        app.get(`query?table=things&sort=id:desc&limit=${number + 1}`),
      ),
    )
    return responses.map(({ status, text }) => {
      expect(status).toBe(200)
      const { data, pagination } = JSON.parse(text) as {
        data: { id: number }[]
        pagination: { total: number }
      }
      return { total: pagination.total, lastId: data[0]?.id ?? 0 }
    })
  }

  it('reads from the primary while the standby lags', async () => {
    await standby.query('select pg_wal_replay_pause()')
    await primary.query(`insert into things values (${ROWS + 1}, 'new')`)
    const responses = await newestRows().finally(() =>
      standby.query('select pg_wal_replay_resume()'),
    )
    for (const response of responses) {
      expect(response).toEqual({ total: ROWS + 1, lastId: ROWS + 1 })
    }
  })

  it('returns each committed row at once', async () => {
    for (let count = ROWS + 2; count < ROWS + 7; count++) {
      await primary.query(`insert into things values (${count}, 'new')`)
      for (const response of await newestRows())
        expect(response).toEqual({ total: count, lastId: count })
    }
  })
})
