/** Functions that views and policies call, and that change settings of the session. */
import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'

const SETTING = `returns int language plpgsql as $$ begin`
const STATEMENTS = [
  'create table orders (id int primary key, at timestamptz)',
  "insert into orders values (1, '2024-02-29 12:00+00')",
  `create function set_zone() ${SETTING} set timezone = 'Europe/Paris'; return 1; end $$`,
  `create function set_path() ${SETTING} set search_path = nowhere; return 1; end $$`,
  `create function set_timeout() ${SETTING} set statement_timeout = 0; return 1; end $$`,
  `create function set_writable() ${SETTING}
     set default_transaction_read_only = off; return 1; end $$`,
  ...['zone', 'path', 'timeout', 'writable'].map(
    (name) => `create view ${name} as select set_${name}() as id`,
  ),
  'create view slow as select 1 as id from pg_sleep(8)',
  `create function write() ${SETTING} insert into orders values (2); return 1; end $$`,
  'create view writes as select write() as id',
  'create table guarded (id int primary key)',
  'insert into guarded values (1)',
  'alter table guarded enable row level security',
  'alter table guarded force row level security',
  'create policy own on guarded using (set_path() = 1)',
]

describeEachServer('postgres', 'a session whose settings a function changes', (server) => {
  let app: TestApp
  const rowsOf = async (table: string): Promise<unknown> => {
    const body = JSON.parse((await app.get(`query?table=${table}`)).text) as { data?: unknown }
    return body.data ?? body
  }
  beforeAll(async () => {
    const options = { poolSize: 1, statementTimeout: 2000 }
    app = await server.serve(STATEMENTS, undefined, options)
  })

  it('has the same values as before', async () => {
    const orders = [{ id: 1, at: '2024-02-29T12:00:00Z' }]
    expect(await rowsOf('orders')).toEqual(orders)
    expect(await rowsOf('zone')).toEqual([{ id: 1 }])
    expect(await rowsOf('orders')).toEqual(orders)
  })

  it.each(['path', 'guarded'])('has the same tables as before: %s', async (table) => {
    const { text } = await app.get('tables')
    expect(await rowsOf(table)).toEqual([{ id: 1 }])
    app.expireCaches()
    expect((await app.get('tables')).text).toEqual(text)
  })

  it('cannot write', async () => {
    expect(await rowsOf('writable')).toEqual([{ id: 1 }])
    expect(await rowsOf('writes')).toMatchObject({ error: 'DATABASE_ERROR' })
    expect(await rowsOf('orders')).toHaveLength(1)
  })

  it('has the same timeout as before', async () => {
    expect(await rowsOf('timeout')).toEqual([{ id: 1 }])
    expect(await rowsOf('slow')).toMatchObject({
      error: 'DATABASE_ERROR',
      message: expect.stringContaining('2000 ms') as unknown,
    })
  })
})
