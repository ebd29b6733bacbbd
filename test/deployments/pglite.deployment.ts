/** PGlite's socket server: all clients share one session. */
import { Client } from 'pg'
import { databaseCallerBy, openDatabase } from '../../src'
import { inWords } from '../../src/dialect/server-facts'
import { startPglite, type PgliteServer } from '../engines/postgres/pglite'
import { startTestApp, type TestApp } from '../support/test-app'

const CLIENTS = 20
const REQUESTS = 1000

describe("PGlite's socket server", () => {
  let server: PgliteServer
  let app: TestApp
  let other: Client
  beforeAll(async () => {
    server = await startPglite()
    other = new Client(server.url)
    await other.connect()
    await other.query(`
      create table things (id int primary key, bytes bytea, word text);
      insert into things select i, decode('00ff', 'hex'), 'word ' || i
        from generate_series(1, 300) as i;
      create table written (id serial primary key);
      create sequence counter;
      create view writes as select nextval('counter') as id;
      create role reader;
      create view who as select current_user::text as role;
      grant select on who to reader;
      set bytea_output = 'escape'`)
    app = await startTestApp(server.url, { poolSize: 10 })
  }, 120_000)
  afterAll(async () => {
    await app.stop()
    await other.end()
    await server.stop()
  })

  /** Writes a row, and returns the settings of the session. */
  async function settings(): Promise<unknown> {
    await other.query('insert into written default values')
    const { rows } = await other.query(
      `select concat_ws(' ', current_setting('statement_timeout'), current_setting('timezone'),
         current_setting('transaction_read_only'), current_setting('bytea_output'),
         current_user, (select count(*) from pg_prepared_statements)) as settings`,
    )
    return rows
  }

  it('is described as having one session', async () => {
    const database = await openDatabase(server.url)
    const words = inWords(await database.check())
    await database.close()
    expect(words).toMatch(/^PostgreSQL [\d.]+ with one session for all clients$/)
  })

  it('serves right values while another client writes, and never changes its settings', async () => {
    const untouched = await settings()
    const done = new AbortController()
    const requests = Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let number = 0; number < REQUESTS / CLIENTS; number++) {
          const id = 1 + ((client * 20 + number) % 300)
          const { status, text } = await app.get(`query?table=things&limit=1&page=${id}`)
          expect([status, JSON.parse(text)]).toMatchObject([
            200,
            { data: [{ id, bytes: 'AP8=', word: `word ${id}` }], pagination: { total: 300 } },
          ])
        }
      }),
    ).finally(() => {
      done.abort()
    })
    do expect(await settings()).toEqual(untouched)
    while (!done.signal.aborted)
    await requests
    expect(await settings()).toEqual(untouched)
  }, 120_000)

  it('refuses a view that writes, and serves further requests', async () => {
    const untouched = await settings()
    expect((await app.get('query?table=writes')).status).toBe(500)
    const { rows } = await other.query('select is_called from counter')
    expect(rows).toEqual([{ is_called: false }])
    expect((await app.get('query?table=things')).status).toBe(200)
    expect(await settings()).toEqual(untouched)
  })

  it('runs requests with the role of their caller, and resets it', async () => {
    const untouched = await settings()
    const callers = await startTestApp(server.url, { databaseCallerOf: databaseCallerBy('reader') })
    try {
      const { status, text } = await callers.get('query?table=who')
      expect([status, JSON.parse(text)]).toMatchObject([200, { data: [{ role: 'reader' }] }])
      expect(JSON.parse((await callers.get('tables')).text)).toEqual(['who'])
    } finally {
      await callers.stop()
    }
    expect(await settings()).toEqual(untouched)
  })
})
