/** Tests for every pooler: correct values, limits, and no state left on the server's sessions. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseCallerBy, openDatabase } from '../../../src'
import { inWords } from '../../../src/dialect/server-facts'
import type { ServerUnderTest } from '../../support/describe-each-server'
import { testsThatNeed } from '../../support/left-out'
import { startTestApp, type TestApp } from '../../support/test-app'
import type { Pooler, PoolerTests } from './pooler'
import { testStateOfOthers } from './state-of-others'

const CLIENTS = 20
const REQUESTS = 1000
const STATEMENT_TIMEOUT = 4000

export function testPooler(
  server: ServerUnderTest,
  { start, poolSize, hasOwnSessions = false, isBrief = false, needs, description }: PoolerTests,
): void {
  testStateOfOthers(server, { start, isBrief, needs })
  const requests = isBrief ? 200 : REQUESTS
  const { afterAll, beforeAll, it } = testsThatNeed(needs)
  let pooler: Pooler
  let app: TestApp
  let other: Client
  let direct: Client
  beforeAll(async () => {
    const { url } = await server.serve([
      'create table things (id int primary key, bytes bytea, at timestamptz, word text)',
      `insert into things select i, decode('00ff', 'hex'), '2024-02-29 13:05:06+02', 'word ' || i
         from generate_series(1, 300) as i`,
      'create table written (id serial primary key)',
      // Another test file may create the role at the same time.
      `do $$ begin
         create role pooled_reader;
       exception when duplicate_object or unique_violation then null;
       end $$`,
      `create view who as select current_user::text as role, bytes,
         current_setting('request.jwt.claims', true) as claims,
         current_setting('statement_timeout') as timeout from things where id = 1`,
      'grant select on who to pooled_reader',
      'create sequence counter',
      "create view writes as select nextval('counter') as id",
      'create view slow as select count(*) as id from things a, things b, things c, things d',
      `do $$ begin
         execute format('alter database %I set bytea_output = ''escape''', current_database());
       end $$`,
    ])
    pooler = await start(server.url)
    app = await startTestApp(pooler.url(url), {
      poolSize,
      statementTimeout: STATEMENT_TIMEOUT,
    })
    other = await connected(pooler.url(url))
    direct = await connected(url)
  })
  afterAll(async () => {
    await app.stop()
    for (const client of [other, direct]) await client.end()
    await pooler.stop()
  })

  async function connected(url: string): Promise<Client> {
    const client = new Client({ connectionString: url })
    // The database is dropped before the client ends.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /** Settings that another program finds on the sessions of the server. */
  async function settingsOfOthers(transactions = 20): Promise<Set<string>> {
    const found = new Set<string>()
    for (let transaction = 0; transaction < transactions; transaction++) {
      await other.query('insert into written default values')
      const { rows } = await other.query<{ settings: string }>(
        `select concat_ws(' ', current_setting('statement_timeout'),
           current_setting('default_transaction_read_only'), current_setting('xmlbinary'),
           current_setting('bytea_output'), (select count(*) from pg_prepared_statements)
         ) as settings`,
      )
      found.add(rows[0]?.settings ?? '')
    }
    return found
  }
  const UNTOUCHED = new Set(['0 off hex escape 0'])

  it('responds with correct values while other programs write', async () => {
    expect(await settingsOfOthers()).toEqual(UNTOUCHED)
    const done = new AbortController()
    const responses = Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let number = 0; number < requests / CLIENTS; number++) {
          const id = 1 + ((client * 20 + number) % 300)
          if (number % 5 === 3) {
            expect((await app.get(`query?table=things&filter=word+${id}`)).status).toBe(200)
          } else if (number % 5 === 4) {
            expect((await app.get('tables/things')).status).toBe(200)
          } else {
            const { status, text } = await app.get(`query?table=things&limit=1&page=${id}`)
            expect([status, JSON.parse(text)]).toMatchObject([
              200,
              { data: [{ id, bytes: 'AP8=', at: '2024-02-29T11:05:06Z', word: `word ${id}` }] },
            ])
          }
        }
      }),
    ).finally(() => {
      done.abort()
    })
    do expect(await settingsOfOthers()).toEqual(UNTOUCHED)
    while (!done.signal.aborted)
    await responses
    expect(await settingsOfOthers()).toEqual(UNTOUCHED)
  }, 60_000)

  it('appears in the description of the server', async () => {
    const database = await openDatabase(app.url)
    try {
      const words = inWords(await database.check())
      expect(words.replace(/[\d.]+/, 'N')).toBe(`PostgreSQL N${description}`)
    } finally {
      await database.close()
    }
  })

  it('cannot write', async () => {
    const state = 'select last_value::text || is_called as state from counter'
    const before = await direct.query(state)
    expect((await app.get('query?table=writes')).status).toBe(500)
    expect((await direct.query(state)).rows).toEqual(before.rows)
    const responses = await Promise.all(
      Array.from({ length: 2 * poolSize }, (_, page) =>
        app.get(`query?table=things&page=${page + 1}`),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await settingsOfOthers()).toEqual(UNTOUCHED)
  })

  /** Number of running statements on the view `slow`. */
  async function running(): Promise<number> {
    const { rows } = await direct.query(
      `select from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%slow%'
         and pid <> pg_backend_pid()`,
    )
    return rows.length
  }

  async function untilRunning(wanted: number, within = 10_000): Promise<void> {
    const end = Date.now() + within
    while ((await running()) !== wanted) {
      if (Date.now() > end) throw new Error(`${await running()} statements run`)
      await delay(20)
    }
  }

  it('cancels a statement after the timeout', async () => {
    const statementTimeout = 1000
    const impatient = await startTestApp(app.url, { poolSize: 1, statementTimeout })
    try {
      const { status, text } = await impatient.get('query?table=slow')
      expect([status, JSON.parse(text)]).toEqual([
        500,
        {
          error: 'DATABASE_ERROR',
          message: `The query took longer than ${statementTimeout} ms.`,
        },
      ])
      await untilRunning(0)
    } finally {
      await impatient.stop()
    }
  })

  it('cancels the statement of an aborted request, and no other', async () => {
    const leaving = new AbortController()
    const left = fetch(`${app.origin}/api/table-viewer/query?table=slow`, {
      signal: leaving.signal,
    }).catch(() => undefined)
    await untilRunning(1)
    const otherStatement = other.query('select pg_sleep(1)')
    leaving.abort()
    await left
    await untilRunning(0, STATEMENT_TIMEOUT / 2)
    await otherStatement
    expect(await settingsOfOthers()).toEqual(UNTOUCHED)
  })

  it('runs requests with the role of their caller, and resets the role', async () => {
    const databaseCallerOf = databaseCallerBy('pooled_reader')
    const callers = await startTestApp(app.url, { databaseCallerOf, poolSize })
    try {
      const pages = Array.from({ length: 50 }, (_, page) =>
        callers.get(`query?table=who&limit=${page + 1}`),
      )
      for (const { status, text } of await Promise.all(pages)) {
        expect([status, JSON.parse(text)]).toMatchObject([
          200,
          {
            data: [
              {
                role: 'pooled_reader',
                claims: '{"role":"pooled_reader"}',
                bytes: 'AP8=',
                timeout: '30s',
              },
            ],
          },
        ])
      }
      expect(JSON.parse((await callers.get('tables')).text)).toEqual(['who'])
      expect((await app.get('query?table=things')).status).toBe(200)
      const { rows } = await other.query('select current_user::text as user')
      expect(rows).toEqual([{ user: server.url.username }])
    } finally {
      await callers.stop()
    }
  })

  it('sends an ETag only if a crash of the server cannot go unnoticed', async () => {
    const { headers } = await app.get('query?table=things')
    expect(headers.etag === undefined).toBe(!hasOwnSessions)
  })

  it('leaves no state after the program has stopped', async () => {
    await app.stop()
    try {
      expect(await settingsOfOthers()).toEqual(UNTOUCHED)
      for (let connection = 0; connection < 2 * poolSize; connection++) {
        await other.end()
        other = await connected(app.url)
        expect(await settingsOfOthers(1)).toEqual(UNTOUCHED)
      }
    } finally {
      app = await startTestApp(app.url, { poolSize })
    }
  })
}
