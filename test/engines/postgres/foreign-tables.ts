/** Tables whose rows postgres_fdw reads from two other databases, for the tests of the enclosing block. */
import { Client } from 'pg'
import type { ServerUnderTest } from '../../support/describe-each-server'
import type { TestApp } from '../../support/test-app'
import type { TestDatabase } from '../../support/test-database'
import { createTestDatabase } from './database'

const COLUMNS = `id bigint not null, name varchar(40) not null, note text, code char(5), price numeric,
  ratio double precision, isopen boolean, made timestamptz not null, data bytea, tags text[], doc jsonb,
  raw json`

const SLIM = 'id bigint not null, name varchar(40) not null, note text, code char(5), tags text[]'

/** A query of rows with equal and missing values in every column. Two rows are equal in all columns. */
const ROWS = `
  select i % 300 as id, (array['Zeta', 'äpfel', 'Beta', 'beta', 'épée', 'ss', 'a b', ''])[i % 8 + 1] || i % 7 as name,
    case when i % 5 > 0 then repeat('Straße, ', i % 3) || (i % 11) end as note,
    case when i % 4 > 0 then 'c' || i % 3 end as code, nullif(i % 9, 3) * 1.10 as price,
    (array['NaN', '-Infinity', '0.1', null])[i % 4 + 1]::float8 as ratio, (i % 3 = 0) as isopen,
    timestamptz '2024-02-29 12:00:00.5Z' + i % 13 * interval '1 hour' as made,
    decode(lpad(to_hex(i % 17), 4, '0'), 'hex') as data, array['x', null, i % 6 || ''] as tags,
    jsonb_build_object('n', i % 2) as doc, case when i % 2 = 0 then '{"n": 1.50}'::json end as raw
  from generate_series(0, 302) as i`

export interface ForeignTables {
  /** Available while tests run, not while they are defined. */
  readonly app: TestApp
  /** Options of a user mapping to the other databases. */
  readonly login: string
  /** @returns the body of the response @throws Error unless the status is 200 */
  readonly read: (table: string, parameters: string) => Promise<unknown>
}

/** Creates the databases before the first test, and an app for the one with the foreign tables. */
export function foreignTables(server: ServerUnderTest): ForeignTables {
  const shards: TestDatabase[] = []
  const { hostname, port, username, password } = server.url
  const login = `user '${username}', password '${password}', password_required 'false'`
  let app: TestApp | undefined
  const started = (): TestApp => {
    if (!app) throw new Error('the app has not started')
    return app
  }
  beforeAll(async () => {
    for (const shard of [0, 1]) {
      const database = await createTestDatabase(
        server.url.href,
        `tablequery_shard_${process.pid}_${shard}`,
      )
      shards.push(database)
      await run(database.url, [
        `create table rows (${COLUMNS})`,
        `insert into rows select * from (${ROWS}) as r where id % 3 = ${shard}`,
        'create index on rows (id)',
        // The foreign table declares this column NOT NULL.
        'create table broken (k integer, t text)',
        shard === 0
          ? "insert into broken values (3, 'x1'), (null, 'x2')"
          : "insert into broken values (1, 'x3'), (2, null)",
      ])
    }
    app = await server.serve([
      'create extension postgres_fdw',
      ...shards.flatMap(({ url }, shard) => [
        `create server shard_${shard} foreign data wrapper postgres_fdw options
          (host '${hostname}', port '${port}', dbname '${new URL(url).pathname.slice(1)}')`,
        `create user mapping for current_user server shard_${shard} options (${login})`,
      ]),
      `create table local (${COLUMNS})`,
      `insert into local ${ROWS}`,
      `create table spread (${COLUMNS}) partition by list ((id % 3))`,
      `create foreign table spread_0 partition of spread for values in (0) server shard_0
        options (table_name 'rows')`,
      `create foreign table spread_1 partition of spread for values in (1) server shard_1
        options (table_name 'rows')`,
      'create table spread_2 partition of spread default',
      'insert into spread_2 select * from local where id % 3 = 2',
      `create foreign table far (${COLUMNS}) server shard_0 options (table_name 'rows')`,
      "create foreign table bare () server shard_0 options (table_name 'rows')",
      'create table near (like local)',
      'insert into near select * from local where id % 3 = 0',
      `create table slim (${SLIM}) partition by list ((id % 3))`,
      ...[0, 1].map(
        (shard) => `create foreign table slim_${shard} partition of slim for values in (${shard})
          server shard_${shard} options (table_name 'rows')`,
      ),
      `create table inheriting (${COLUMNS})`,
      'insert into inheriting select * from local where id % 3 > 0',
      `create foreign table heir () inherits (inheriting) server shard_0 options (table_name 'rows')`,
      'create table broken (k integer not null, t text not null) partition by list (t)',
      `create foreign table broken_0 partition of broken for values in ('x1') server shard_0
        options (table_name 'broken')`,
      `create foreign table broken_1 partition of broken default server shard_1
        options (table_name 'broken')`,
    ])
  })
  afterAll(async () => {
    for (const shard of shards) await shard.drop()
  })
  return {
    get app() {
      return started()
    },
    login,
    read: async (table, parameters) => {
      const { status, text } = await started().get(`query?table=${table}&${parameters}`)
      if (status !== 200) throw new Error(`${parameters}: ${text}`)
      return JSON.parse(text) as unknown
    },
  }
}

/** Executes statements on one connection. */
export async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
