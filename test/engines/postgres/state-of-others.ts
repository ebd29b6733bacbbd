/** Session state that other programs leave on the sessions of a pooler must not change any response. */
import { Client } from 'pg'
import { openDatabase } from '../../../src'
import type { ServerUnderTest } from '../../support/describe-each-server'
import { testsThatNeed } from '../../support/left-out'
import { startTestApp, type TestApp } from '../../support/test-app'
import type { Pooler, PoolerTests } from './pooler'

/** More than the pooler's connections to the server, so that the clients share all of them. */
const CLIENTS = 6

type State = readonly [name: string, statements: string]

const STATES: readonly State[] = [
  ['search_path to another schema', 'set search_path = evil'],
  ['search_path to nothing', "set search_path = ''"],
  ['search_path to a schema with its own operators', 'set search_path = evil, pg_catalog'],
  ['a role', 'set role pooled_stranger'],
  ['row_security', 'set row_security = off'],
  ['lock_timeout', "set lock_timeout = '1ms'"],
  ['array_nulls', 'set array_nulls = off'],
  ['quote_all_identifiers', 'set quote_all_identifiers = on'],
  ['xmloption', "set xmloption = 'document'"],
  ['transform_null_equals', 'set transform_null_equals = off'],
  ['default_text_search_config', "set default_text_search_config = 'pg_catalog.german'"],
  [
    'lc_monetary, lc_numeric and lc_time',
    "set lc_monetary = 'POSIX'; set lc_numeric = 'POSIX'; set lc_time = 'POSIX'",
  ],
]

/** All of them, of which the last search path counts. */
const AT_ONCE: readonly State[] = [['everything', STATES.map(([, change]) => change).join('; ')]]

export function testStateOfOthers(
  server: ServerUnderTest,
  { start, isBrief, needs }: Pick<PoolerTests, 'start' | 'isBrief' | 'needs'>,
): void {
  const { afterAll, beforeAll, it } = testsThatNeed(needs)
  let pooler: Pooler
  let running: TestApp
  let others: readonly Client[]
  beforeAll(async () => {
    const { url } = await server.serve([
      'create schema evil',
      'create table evil.things (id int primary key)',
      'create table evil.secrets (id int primary key)',
      "create function evil.never(text, text) returns boolean language sql as 'select false'",
      'create operator evil.= (leftarg = text, rightarg = text, function = evil.never)',
      'create schema shop',
      'create table shop.things (id int primary key, price money)',
      "insert into shop.things values (1, '1234.5')",
      `create view shop.seen as select current_user::text as role, ${[
        ...['search_path', 'row_security', 'lock_timeout', 'array_nulls', 'xmloption'],
        ...['quote_all_identifiers', 'transform_null_equals', 'default_text_search_config'],
        ...['lc_monetary', 'lc_numeric', 'lc_time'],
      ]
        .map((name) => `current_setting('${name}') as ${name}`)
        .join(', ')}`,
      // Another test file may create the role at the same time.
      `do $$ begin
         create role pooled_stranger;
       exception when duplicate_object or unique_violation then null;
       end $$`,
      `do $$ begin
         execute format('alter database %I set search_path = shop', current_database());
       end $$`,
    ])
    pooler = await start(server.url)
    running = await startTestApp(pooler.url(url), { poolSize: 3 })
    others = Array.from({ length: CLIENTS }, () => new Client(pooler.url(url)))
    for (const other of others) {
      // The database is dropped before the client ends.
      other.on('error', () => undefined)
      await other.connect()
    }
  })
  afterAll(async () => {
    for (const other of others) await other.end()
    await running.stop()
    await pooler.stop()
  })

  /** Runs a statement on all connections of the pooler to the server, which the pause keeps occupied. */
  const onEachSession = async (sql: string): Promise<void> => {
    await Promise.all(others.map((other) => other.query(`select pg_catalog.pg_sleep(0.2); ${sql}`)))
  }

  const responsesOf = async (app: TestApp): Promise<string[]> => {
    app.expireCaches()
    const paths = ['tables', 'tables/things', 'query?table=things', 'query?table=seen']
    const responses = await Promise.all(paths.map((path) => app.get(path)))
    return responses.map(({ text }) => text)
  }

  it.each(isBrief ? AT_ONCE : STATES)(
    'responds the same after another program has set %s',
    async (_, change) => {
      const expected = await responsesOf(running)
      expect(JSON.parse(expected[0] ?? '')).toEqual(['seen', 'things'])
      await onEachSession(change)
      try {
        expect(await responsesOf(running)).toEqual(expected)
        const started = await startTestApp(running.url, { poolSize: 3 })
        expect(await responsesOf(started).finally(() => started.stop())).toEqual(expected)
      } finally {
        await onEachSession('reset role; reset all')
      }
    },
  )

  it('responds the same after another program has created a temporary table', async () => {
    const expected = await responsesOf(running)
    await onEachSession('create temp table if not exists things (id int primary key)')
    try {
      expect(await responsesOf(running)).toEqual(expected)
    } finally {
      await onEachSession('drop table if exists pg_temp.things')
    }
  })

  it('describes its own user, not the role that another program has set', async () => {
    const database = await openDatabase(running.url, { poolSize: 3 })
    try {
      const expected = await database.describeUser()
      await onEachSession('set role pooled_stranger')
      expect(await database.describeUser()).toEqual(expected)
      expect(expected?.extraPrivileges).not.toEqual([])
    } finally {
      await onEachSession('reset role; reset all')
      await database.close()
    }
  })

  it('does not change the role and the search path of another program', async () => {
    await onEachSession('set search_path = evil; set role pooled_stranger')
    try {
      await responsesOf(running)
      const read =
        "select pg_catalog.current_setting('search_path') as path, current_user::text as role"
      const states = await Promise.all(others.map((other) => other.query(read)))
      expect(new Set(states.map(({ rows }) => JSON.stringify(rows)))).toEqual(
        new Set(['[{"path":"evil","role":"pooled_stranger"}]']),
      )
    } finally {
      await onEachSession('reset role; reset all')
    }
  })
}
