/** Tables whose rows postgres_fdw reads from other databases. */
import { Client } from 'pg'
import { createReader } from '../../src/core/create-reader'
import { planRead } from '../../src/core/read-plan'
import type { TableQuery } from '../../src/core/table-query'
import { createTestDatabase } from '../../test/engines/postgres/database'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import type { TestDatabase } from '../../test/support/test-database'

const COLUMNS = `id bigint not null, name varchar(40) not null, note text, code char(5), price numeric,
  ratio double precision, isopen boolean, made timestamptz not null, data bytea, tags text[], doc jsonb,
  raw json`

const SLIM = 'id bigint not null, name varchar(40) not null, note text, code char(5), tags text[]'

/** Rows with equal and missing values in every column; two rows are equal in all columns. */
const ROWS = `
  select i % 300 as id, (array['Zeta', 'äpfel', 'Beta', 'beta', 'épée', 'ss', 'a b', ''])[i % 8 + 1] || i % 7 as name,
    case when i % 5 > 0 then repeat('Straße, ', i % 3) || (i % 11) end as note,
    case when i % 4 > 0 then 'c' || i % 3 end as code, nullif(i % 9, 3) * 1.10 as price,
    (array['NaN', '-Infinity', '0.1', null])[i % 4 + 1]::float8 as ratio, (i % 3 = 0) as isopen,
    timestamptz '2024-02-29 12:00:00.5Z' + i % 13 * interval '1 hour' as made,
    decode(lpad(to_hex(i % 17), 4, '0'), 'hex') as data, array['x', null, i % 6 || ''] as tags,
    jsonb_build_object('n', i % 2) as doc, case when i % 2 = 0 then '{"n": 1.50}'::json end as raw
  from generate_series(0, 302) as i`

describeEachServer('postgres', 'a table with rows in other databases', (server) => {
  const shards: TestDatabase[] = []
  const cleanUps: (() => Promise<void>)[] = []
  const { hostname, port, username, password } = server.url
  const login = `user '${username}', password '${password}', password_required 'false'`
  let app: TestApp
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
  // The database with the privileges of the users is dropped by then.
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
    for (const shard of shards) await shard.drop()
  })

  const read = async (table: string, parameters: string): Promise<unknown> => {
    const { status, text } = await app.get(`query?table=${table}&${parameters}`)
    if (status !== 200) throw new Error(`${parameters}: ${text}`)
    return JSON.parse(text)
  }

  describe.each([
    ['spread', 'local'],
    ['far', 'near'],
    ['inheriting', 'local'],
  ])('%s', (table, copy) => {
    it.each([
      'limit=1000',
      'limit=7&page=20',
      'limit=7&page=200',
      'limit=1000&sort=id:desc',
      'limit=13&page=5&sort=name:asc,made:desc',
      'limit=1000&sort=note:asc',
      'limit=1000&sort=note:desc,id:asc',
      'limit=1000&sort=code:desc',
      'limit=1000&sort=ratio:asc,price:desc',
      'limit=1000&sort=tags:asc,doc:desc,raw:asc&columns=raw,id',
      'limit=1000&sort=made:desc,isopen:asc,data:asc',
      'limit=20&page=2&filter=BETA',
      'limit=20&filter=%C3%A9P%C3%89e&sort=id:desc',
      'limit=20&filter=strasse',
      'limit=20&filter=STRA%C3%9FE,%20&filterColumns=note&columns=note&sort=made:desc',
      'limit=5&filter=c1&filterColumns=code&page=3',
    ])('has the same pages as a local table: %s', async (parameters) => {
      expect(await read(table, parameters)).toEqual(await read(copy, parameters))
    })

    it('has each row on one page', async () => {
      const walk = async (name: string): Promise<unknown[]> => {
        const pages: unknown[] = []
        for (let page = 1; page <= 11; page++) {
          pages.push(await read(name, `limit=31&page=${page}&sort=isopen:desc`))
        }
        return pages
      }
      expect(await walk(table)).toEqual(await walk(copy))
    })
  })

  it.each([
    ['k:asc', [null, 1, 2, 3]],
    ['k:desc', [3, 2, 1, null]],
    ['t:asc', [2, 3, null, 1]],
    ['t:desc,k:asc', [1, null, 3, 2]],
  ])(
    'has the NULLs of columns that are only declared NOT NULL in their place: %s',
    async (sort, keys) => {
      const pages = [1, 2, 3, 4, 5].map((page) =>
        read('broken', `sort=${sort}&limit=1&page=${page}`),
      )
      const ks = (await Promise.all(pages)).flatMap((page) =>
        (page as { data: { k: number | null }[] }).data.map(({ k }) => k),
      )
      expect(ks).toEqual(keys)
    },
  )

  describe('a statement', () => {
    /** Remote statements of the plan of a request. */
    const remoteSql = async (name: string, query: Partial<TableQuery>): Promise<string[]> => {
      const connection = recordedConnection(app.url)
      const { dialect, catalogue, statements } = connection
      const client = new Client({ connectionString: app.url })
      try {
        const table = await dialect.createIntrospector(catalogue).describeTable(name)
        if (!table) throw new Error(`no table ${name}`)
        const plan = planRead(
          { table: name, page: 1, limit: 10, filter: '', sort: [], ...query },
          table,
          dialect,
        )
        await createReader(connection, dialect).read({ plan })
        await client.connect()
        const [statement] = statements
        if (!statement) throw new Error('no statement')
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (verbose, costs off) ${statement.sql}`,
          [...statement.bindings],
        )
        return rows.flatMap(({ 'QUERY PLAN': line }) => /Remote SQL: (.*)/.exec(line)?.[1] ?? [])
      } finally {
        await client.end()
        await connection.close()
      }
    }

    const count = /^SELECT count\(\*\) FROM/
    it('counts, sorts and limits where the rows are', async () => {
      const remote = await remoteSql('slim', { page: 3 })
      expect(remote.filter((sql) => count.test(sql))).toHaveLength(2)
      const page = / ORDER BY id ASC NULLS LAST, .*name.* USING ~<~ .*tags ASC .*LIMIT 30::bigint$/
      expect(remote.filter((sql) => page.test(sql))).toHaveLength(2)
    })

    it('searches where the rows are', async () => {
      const remote = await remoteSql('slim', { filter: 'beta' })
      const searches = remote.filter((sql) => sql.includes('~ '))
      expect(searches.filter((sql) => count.test(sql))).toHaveLength(2)
      expect(searches.length).toBeGreaterThanOrEqual(4)
    })

    it('sorts by the first keys where the rows are, if that server has no order for others', async () => {
      const remote = await remoteSql('spread', {})
      const pages = remote.filter((sql) => / ORDER BY id ASC NULLS LAST, .*doc ASC/.test(sql))
      expect(pages).toHaveLength(2)
    })
  })

  /** Reads totals as a user with the privilege to select from these tables. */
  const asUser = async (
    name: string,
    tables: readonly string[],
  ): Promise<(table: string) => Promise<unknown>> => {
    const user = `tablequery_${name}_${process.pid}`
    await run(app.url, [
      `create role ${user} login`,
      ...[0, 1].map(
        (shard) => `create user mapping for ${user} server shard_${shard} options (${login})`,
      ),
      `grant select on ${tables.join()} to ${user}`,
    ])
    const url = new URL(app.url)
    url.username = user
    const own = await startTestApp(url.href)
    cleanUps.push(async () => {
      await own.stop()
      await run(server.url.href, [`drop role ${user}`])
    })
    return async (table) => {
      const { status, text } = await own.get(`query?table=${table}`)
      if (status !== 200) throw new Error(String(status))
      return (JSON.parse(text) as { pagination: { total: number } }).pagination.total
    }
  }

  describe('that changes', () => {
    const total = async (): Promise<unknown> =>
      ((await read('spread', 'limit=1')) as { pagination: { total: number } }).pagination.total

    it('is described again when a partition is attached, replaced or detached', async () => {
      expect(await total()).toBe(303)
      await run(app.url, ['alter table spread detach partition spread_0'])
      expect(await total()).toBe(202)
      await run(app.url, [
        'alter table spread_1 rename to spread_x',
        'create table spread_1 (like local)',
        'insert into spread_1 select * from local',
      ])
      expect(await total()).toBe(202)
      await run(app.url, ['alter table spread attach partition spread_0 for values in (0)'])
      expect(await total()).toBe(303)
    })

    it('is read as a whole by users who may not read its partitions', async () => {
      const reader = await asUser('reader', ['spread'])
      await expect(reader('spread_1')).rejects.toThrow('404')
      expect(await reader('spread')).toBe(303)
    })

    it('is read as a whole if its partitions have policies of their own', async () => {
      await run(app.url, ['alter table spread_2 enable row level security'])
      const reader = await asUser('policed', ['spread', 'spread_0', 'spread_1', 'spread_2'])
      expect(await reader('spread')).toBe(303)
    })
  })
})

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
