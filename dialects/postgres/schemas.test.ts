import { describeEachServer } from '../../test/support/describe-each-server'
import { startTestApp, type TestApp } from '../../test/support/test-app'

/** May use only the schema `sales`. */
const READER = `schema_reader_${process.pid}`

const STATEMENTS = [
  'create schema sales',
  'create schema "odd, one"',
  'create schema closed',
  'create table orders (id integer primary key, origin text)',
  'create table sales.orders (id integer primary key, origin text)',
  'create table sales.refunds (id integer primary key)',
  'create table "sales.refunds" (bare integer)',
  'create table "sales.only" (id integer)',
  'create schema "odd, one.a"',
  'create table "odd, one.a".b (second integer)',
  'create table "odd, one"."a.b" (id integer)',
  'create table closed.secret (id integer)',
  "insert into orders values (1, 'public')",
  "insert into sales.orders values (1, 'sales')",
  `create role ${READER} login`,
  `grant usage on schema sales to ${READER}`,
  `grant select on all tables in schema sales to ${READER}`,
  `grant select on closed.secret to ${READER}`,
]

describeEachServer('postgres', 'the choice of schemas', (server) => {
  let url = ''
  const apps: TestApp[] = []
  beforeAll(async () => {
    url = await server.create(STATEMENTS)
  })
  afterAll(async () => {
    for (const app of apps) await app.stop()
  })
  const serve = async (schemas: string[], user = server.url.username): Promise<TestApp> => {
    const as = new URL(url)
    as.username = user
    const app = await startTestApp(as.href, { schemas })
    apps.push(app)
    return app
  }

  it('shows only their tables, without the schema in names of those on the search path', async () => {
    const app = await serve(['sales', 'odd, one', 'public'])
    const tables = ['odd, one.a.b', 'orders', 'sales.only', 'sales.orders', 'sales.refunds']
    expect(JSON.parse((await app.get('tables')).text)).toEqual(tables)
    expect((await app.get('query?table=orders')).text).toContain('"origin":"public"')
    expect((await app.get('query?table=sales.orders')).text).toContain('"origin":"sales"')
    expect((await app.get('tables/sales.orders')).text).toContain('"name":"sales.orders"')
    // A name without a schema takes precedence.
    expect((await app.get('tables/sales.refunds')).text).toContain('"name":"bare"')
    expect((await app.get('tables/odd,%20one.a.b')).status).toBe(200)
    expect((await app.get('tables/public.orders')).status).toBe(404)
    expect((await app.get('tables/refunds')).status).toBe(404)
  })

  it('reads the table of the schema that sorts first if two have the same name', async () => {
    const app = await serve(['odd, one.a', 'odd, one', 'public'])
    expect((await app.get('tables/odd,%20one.a.b')).text).toContain('"name":"id"')
  })

  it('excludes other schemas on the search path', async () => {
    const app = await serve(['sales'])
    expect((await app.get('tables')).text).toBe('["sales.orders","sales.refunds"]')
    expect((await app.get('tables/orders')).status).toBe(404)
  })

  it.each([
    [['sales', 'slaes', 'nope'], 'slaes, nope'],
    [['pg_catalog'], 'pg_catalog'],
  ])('of %j is an error at the start', async (schemas, wrong) => {
    await expect(serve(schemas)).rejects.toHaveProperty(
      'message',
      `schemas: ${wrong} cannot be used; the user may use closed, odd, one, odd, one.a, public, sales`,
    )
  })

  it('requires the right to use them', async () => {
    await expect(serve(['sales', 'closed'], READER)).rejects.toHaveProperty(
      'message',
      'schemas: closed cannot be used; the user may use public, sales',
    )
  })
})
