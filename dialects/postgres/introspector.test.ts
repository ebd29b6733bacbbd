import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'
import postgres from '.'

const READER = `tablequery_reader_${process.pid}`

const STATEMENTS = [
  'create table plain (id integer primary key, secret text, shown text)',
  "insert into plain values (1, 's', 'one'), (2, 't', 'two')",
  'create view a_view as select id, shown from plain',
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
  "create type mood as enum ('zen', 'angry')",
  'create domain name_domain as varchar(20)',
  `create table typed (id integer generated always as identity, m mood, d name_domain, c char(5),
    j json, x xml, p point, u uuid, twice integer generated always as (1 + 1) stored,
    n numeric, f real, i interval, a text[], r int4range, b bit(3))`,
  `insert into typed (m, d, c, j, x, p, u, n, f, i, a, r, b) values
    ('zen', 'Dom', 'ab', '{"a" : 1e400}', '<a/>', '(1,2)', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
     'NaN', 'Infinity', '1 day 02:03:04', '{a,NULL}', '[1,5)', '101'),
    ('angry', 'dom', null, '{"a":0}', null, null, null, 1.10, 0.1, null, null, null, null)`,
  'create table dates (id integer, d date, t timestamp, z timestamptz)',
  `insert into dates values (1, 'infinity', '0044-03-15 01:02:03 BC', '-infinity'),
    (2, '10000-01-01', '10000-01-01 00:00:00.5', '2024-02-29 13:05:06.123456+02')`,
  `create collation nondeterministic (provider = icu, locale = 'und', deterministic = false)`,
  'create table odd_text (id integer, t text collate nondeterministic)',
  "insert into odd_text values (1, 'Needle')",
  `create role ${READER} login`,
  `grant select (id, shown) on plain to ${READER}`,
  `grant select on parted to ${READER}`,
]

it.each([
  ['asc', false, 'x asc'],
  ['desc', false, 'x desc'],
  ['asc', true, 'x asc nulls first'],
  ['desc', true, 'x desc nulls last'],
] as const)('%s of a column that may be NULL (%s) is %s', (direction, isNullable, sql) => {
  // A plain index serves the plain order only, so a column without NULLs must not ask for more.
  expect(postgres.orderTerm({ sql: 'x', isNullable }, direction)).toBe(sql)
})

describeEachServer('postgres', 'the catalogue', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(STATEMENTS)
  })

  const get = async (path: string): Promise<unknown> => JSON.parse((await app.get(path)).text)
  const data = async (query: string): Promise<unknown> =>
    ((await get(`query?${query}`)) as { data: unknown }).data

  it('lists every kind of object on the search path, but no partitions', async () => {
    expect(await get('tables')).toEqual([
      ...['CaseD', 'a_matview', 'a_view', 'child', 'dates', 'no columns', 'odd_text', 'parent'],
      ...['parted', 'plain', 'typed'],
    ])
  })

  it('reads each of them', async () => {
    expect(await data('table=a_matview')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await data('table=parted')).toEqual([{ id: 7 }])
    expect(await get('query?table=no%20columns')).toEqual({
      data: [{}],
      columns: [],
      pagination: { page: 1, limit: 10, total: 1, totalPages: 1 },
    })
  })

  it('trusts no key of a table that has children', async () => {
    const pages = [1, 2, 3, 4].map((page) => data(`table=parent&sort=id:asc&limit=1&page=${page}`))
    const rows = (await Promise.all(pages)) as { v: number }[][]
    expect(rows.map(([row]) => row?.v)).toEqual([1, 3, 4, 2])
  })

  it('takes names exactly as they are', async () => {
    expect(await get('query?table=CaseD&columns=Id,id')).toMatchObject({ columns: ['Id', 'id'] })
    expect((await app.get('query?table=cased')).status).toBe(404)
    expect((await app.get('query?table=CaseD&columns=ID')).status).toBe(400)
  })

  it('has a form for every type', async () => {
    const { text } = await app.get('query?table=typed&limit=1&sort=id:asc')
    expect(text).toContain(
      '{"id":1,"m":"zen","d":"Dom","c":"ab","j":{"a":1e400},"x":"<a/>","p":"(1,2)",' +
        '"u":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","twice":2,"n":"NaN","f":"Infinity",' +
        '"i":"1 day 02:03:04","a":["a",null],"r":"[1,5)","b":"101"}',
    )
  })

  it('sorts by types that have no order of their own, and enums by theirs', async () => {
    for (const column of ['j', 'x', 'p']) {
      expect((await app.get(`query?table=typed&sort=${column}:desc`)).status).toBe(200)
    }
    expect(await data('table=typed&columns=m&sort=m:asc')).toEqual([{ m: 'zen' }, { m: 'angry' }])
  })

  it('searches enums and domains, and whatever the collation', async () => {
    expect(await data('table=typed&columns=id&filter=ZEN')).toEqual([{ id: 1 }])
    expect(await data('table=typed&columns=id&filter=DOM&filterColumns=d')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    expect(await data('table=odd_text&columns=id&filter=EEDL')).toEqual([{ id: 1 }])
    expect((await app.get('query?table=typed&filter=a&filterColumns=u')).status).toBe(400)
  })

  it('keeps dates that no calendar of JavaScript has', async () => {
    expect(await data('table=dates&sort=id:asc')).toEqual([
      { id: 1, d: 'infinity', t: '0044-03-15 01:02:03 BC', z: '-infinity' },
      { id: 2, d: '10000-01-01', t: '10000-01-01T00:00:00.5', z: '2024-02-29T11:05:06.123456Z' },
    ])
  })
})

const SCHEMAS = [
  'create schema sales',
  'create schema "odd, one"',
  'create schema closed',
  'create table orders (id integer primary key, origin text)',
  'create table sales.orders (id integer primary key, origin text)',
  'create table sales.refunds (id integer primary key)',
  'create table "sales.refunds" (bare integer)',
  'create table "sales.only" (id integer)',
  'create table "odd, one"."a.b" (id integer)',
  'create table closed.secret (id integer)',
  "insert into orders values (1, 'public')",
  "insert into sales.orders values (1, 'sales')",
  `create role ${READER}_3 login`,
  `grant usage on schema sales to ${READER}_3`,
  `grant select on all tables in schema sales to ${READER}_3`,
  `grant select on closed.secret to ${READER}_3`,
]

describeEachServer('postgres', 'the choice of schemas', (server) => {
  let served = 0
  const serve = (schemas: string[], asReader = false): Promise<TestApp> => {
    const reader = `${READER}_of_${++served}`
    return server.serve(
      SCHEMAS.map((statement) => statement.replaceAll(`${READER}_3`, reader)),
      (url) => {
        if (asReader) url.username = reader
      },
      { schemas },
    )
  }

  it('shows those alone, by bare names only where the search path finds them', async () => {
    const app = await serve(['sales', 'odd, one', 'public'])
    const tables = ['odd, one.a.b', 'orders', 'sales.only', 'sales.orders', 'sales.refunds']
    expect(JSON.parse((await app.get('tables')).text)).toEqual(tables)
    expect((await app.get('query?table=orders')).text).toContain('"origin":"public"')
    expect((await app.get('query?table=sales.orders')).text).toContain('"origin":"sales"')
    expect((await app.get('tables/sales.orders')).text).toContain('"name":"sales.orders"')
    // The bare name is looked at first.
    expect((await app.get('tables/sales.refunds')).text).toContain('"name":"bare"')
    expect((await app.get('tables/odd,%20one.a.b')).status).toBe(200)
    expect((await app.get('tables/public.orders')).status).toBe(404)
    expect((await app.get('tables/refunds')).status).toBe(404)
  })

  it('leaves out what the search path has but the choice has not', async () => {
    const app = await serve(['sales'])
    expect((await app.get('tables')).text).toBe('["sales.orders","sales.refunds"]')
    expect((await app.get('tables/orders')).status).toBe(404)
  })

  it.each([
    [['sales', 'slaes', 'nope'], 'schemas: not there, or not for this user: slaes, nope'],
    [['pg_catalog'], 'schemas: not there, or not for this user: pg_catalog'],
  ])('of %j stops the start', async (schemas, message) => {
    await expect(serve(schemas)).rejects.toHaveProperty('message', message)
  })

  it('needs the right to use them', async () => {
    await expect(serve(['sales', 'closed'], true)).rejects.toHaveProperty(
      'message',
      'schemas: not there, or not for this user: closed',
    )
  })
})

describeEachServer('postgres', 'a restricted user', (server) => {
  it('sees the granted tables and columns alone', async () => {
    const app = await server.serve(
      STATEMENTS.map((statement) => statement.replaceAll(READER, `${READER}_2`)),
      (url) => {
        url.username = `${READER}_2`
      },
    )
    expect((await app.get('tables')).text).toBe('["parted","plain"]')
    expect((await app.get('query?table=plain')).text).toContain(
      '[{"id":1,"shown":"one"},{"id":2,"shown":"two"}]',
    )
    expect((await app.get('tables/plain')).text).not.toContain('secret')
    expect((await app.get('query?table=plain&filter=s')).text).toContain('"total":0')
    const hidden = await app.get('query?table=plain&columns=secret')
    expect(hidden.status).toBe(400)
    const misspelt = await app.get('query?table=plain&columns=secrt')
    expect(misspelt.text).not.toContain('secret')
    const table = await app.get('query?table=typed')
    expect(JSON.parse(table.text)).toMatchObject({
      details: { availableTables: ['parted', 'plain'] },
    })
  })
})
