import { describeEachServer } from '../../test/support/describe-each-server'
import { testsThatNeed } from '../../test/support/left-out'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import { fixtureStorage } from '../../test/engines/postgres/fixture-storage'
import { startPgbouncer } from '../../test/engines/postgres/pgbouncer'

const STATEMENTS = [
  'create table plain (id integer primary key, shown text)',
  'create view a_view as select id, shown from plain',
  "insert into plain values (1, 'one'), (2, 'two')",
  'create materialized view a_matview as select id from plain',
  'create table parted (id integer primary key) partition by range (id)',
  'create table parted_1 partition of parted for values from (0) to (100)',
  'insert into parted values (7)',
  'create table parent (id integer primary key, v integer)',
  'create table child () inherits (parent)',
  'insert into parent values (1, 1), (2, 2)',
  'insert into child values (1, 3), (1, 4)',
  'create table "no columns" ()',
  'insert into "no columns" default values',
  'create table "CaseD" ("Id" integer, id integer)',
  'create schema other',
  'create table other.elsewhere (id integer)',
  'create extension file_fdw',
  'create server files foreign data wrapper file_fdw',
  `create foreign table a_foreign (line text) server files options (program 'printf "one\\ntwo\\n"')`,
  'create materialized view not_filled as select 1 as one with no data',
]

describeEachServer('postgres', 'the catalogue', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(STATEMENTS)
  })

  const get = async (path: string): Promise<unknown> => JSON.parse((await app.get(path)).text)
  const data = async (query: string): Promise<unknown> =>
    ((await get(`query?${query}`)) as { data: unknown }).data

  it('lists every kind of table on the search path, but no partitions', async () => {
    expect(await get('tables')).toEqual([
      'CaseD',
      'a_foreign',
      'a_matview',
      'a_view',
      'child',
      'no columns',
      'parent',
      'parted',
      'plain',
    ])
  })

  it('makes every kind of table readable', async () => {
    expect(await data('table=a_view')).toEqual([
      { id: 1, shown: 'one' },
      { id: 2, shown: 'two' },
    ])
    expect(await data('table=a_matview')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await data('table=parted')).toEqual([{ id: 7 }])
    expect(await data('table=a_foreign&sort=line:desc')).toEqual([{ line: 'two' }, { line: 'one' }])
    expect(await get('query?table=no%20columns')).toEqual({
      data: [{}],
      columns: [],
      pagination: { page: 1, limit: 10, total: 1, totalPages: 1 },
    })
  })

  it('hides a materialized view while it has no data', async () => {
    const hidden = 'hidden_until_filled'
    const writer = await fixtureStorage.open(app.url)
    const status = async (): Promise<number> => (await app.get(`query?table=${hidden}`)).status
    try {
      await writer.run(`create materialized view ${hidden} as select 1 as one with no data`)
      expect([await get('tables'), await status()]).toEqual([
        expect.not.arrayContaining([hidden]),
        404,
      ])
      await writer.run(`refresh materialized view ${hidden}`)
      app.expireCaches()
      expect(await get('tables')).toContain(hidden)
      expect(await data(`table=${hidden}`)).toEqual([{ one: 1 }])
      // The app has described it with data.
      await writer.run(`refresh materialized view ${hidden} with no data`)
      expect(await status()).toBe(404)
    } finally {
      await writer.close()
    }
  })

  it('does not sort by the key of a table with children', async () => {
    const pages = [1, 2, 3, 4].map((page) => data(`table=parent&sort=id:asc&limit=1&page=${page}`))
    const rows = (await Promise.all(pages)) as { v: number }[][]
    expect(rows.map(([row]) => row?.v)).toEqual([1, 3, 4, 2])
  })

  it('matches names exactly', async () => {
    expect(await get('query?table=CaseD&columns=Id,id')).toMatchObject({ columns: ['Id', 'id'] })
    expect((await app.get('query?table=cased')).status).toBe(404)
    expect((await app.get('query?table=CaseD&columns=ID')).status).toBe(400)
  })

  it('describes a table of 1,600 columns without a key within 5 seconds', async () => {
    const columns = Array.from({ length: 1600 }, (_, index) => `c${index} text`).join()
    const wide = await server.serve([
      `create table wide (${columns})`,
      "insert into wide (c0, c1599) values ('b', 'x'), ('a', 'y'), ('b', null)",
    ])
    const began = Date.now()
    expect((await wide.get('tables/wide')).text).toContain('"c1599"')
    expect(Date.now() - began).toBeLessThan(5000)
    const { text } = await wide.get('query?table=wide&columns=c0,c1599&sort=c0:desc')
    expect(text).toContain(
      '[{"c0":"b","c1599":"x"},{"c0":"b","c1599":null},{"c0":"a","c1599":"y"}]',
    )
    expect((await wide.get('query?table=wide&filter=Y&columns=c0')).text).toContain('[{"c0":"a"}]')
  })
})

describeEachServer('postgres', 'the names of types and tables', (server) => {
  const pooled = testsThatNeed('pgbouncer')
  let url = ''
  beforeAll(async () => {
    const app = await server.serve([
      "create type mood as enum ('good')",
      'create table named (id integer primary key, said text, feels mood, of regclass)',
      "insert into named values (1, 'a', 'good', 'named')",
      `do $$ begin
         execute format('alter database %I set quote_all_identifiers = on', current_database());
       end $$`,
    ])
    url = app.url
  })

  async function expectNoQuotes(through: string): Promise<void> {
    const app = await startTestApp(through)
    try {
      const description = JSON.parse((await app.get('tables/named')).text) as unknown
      const types = ['integer', 'text', 'mood', 'regclass'].map((type) => ({ type }))
      expect(description).toMatchObject({ columns: types })
      const page = JSON.parse((await app.get('query?table=named')).text) as unknown
      expect(page).toMatchObject({ data: [{ id: 1, said: 'a', feels: 'good', of: 'named' }] })
    } finally {
      await app.stop()
    }
  }

  it('have no quotes, whatever quote_all_identifiers is', async () => {
    await expectNoQuotes(url)
  })

  pooled.it('have no quotes behind a pooler', async () => {
    const pooler = await startPgbouncer(server.url, { mode: 'transaction' })
    try {
      await expectNoQuotes(pooler.url(url))
    } finally {
      await pooler.stop()
    }
  })
})
