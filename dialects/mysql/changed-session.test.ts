/** Functions that views call, and that change settings of the session. */
import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'

const functionThat = (name: string, statement: string): string =>
  `create function ${name}() returns integer deterministic reads sql data
   begin ${statement}; return 1; end`

const ORDERS = [{ id: 1, at: expect.stringMatching(/^2024-02-29T12:00:00/) as unknown }]

describeEachServer('mysql', 'a session whose settings a function changes', (server) => {
  const readOnly = server.name === 'mysql' ? 'transaction_read_only' : 'tx_read_only'
  const STATEMENTS = [
    'create table orders (id integer primary key, at timestamp)',
    "insert into orders values (1, '2024-02-29 12:00:00')",
    functionThat('set_zone', `set time_zone = '+05:00'`),
    functionThat('set_mode', `set sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'`),
    functionThat('set_limit', 'set sql_select_limit = 1'),
    functionThat('set_length', 'set group_concat_max_len = 4'),
    functionThat('set_writable', `set session ${readOnly} = 0`),
    ...['zone', 'mode', 'limit', 'length', 'writable'].map(
      (name) => `create view ${name}_view as select set_${name}() as id`,
    ),
    `create view failing_view as
       select set_zone() as id union all select exp(1000 + set_zone()) * pow(10, 400)`,
    'create table audit (n integer)',
    'create table padded (id integer primary key, c char(4))',
    "insert into padded values (1, 'a'), (2, 'b')",
    `create view names as select group_concat(c.c order by a.id, b.id, c.id) as names from padded c
       join (select 1 as id union select 2) a join (select 1 as id union select 2) b`,
    `create function add_order() returns integer modifies sql data
     begin insert into audit values (1); return 1; end`,
    'create view writing_view as select add_order() as id',
  ]
  let app: TestApp
  const rowsOf = async (table: string): Promise<unknown> => {
    const body = JSON.parse((await app.get(`query?table=${table}`)).text) as { data?: unknown }
    return body.data ?? body
  }
  beforeAll(async () => {
    app = await server.serve(STATEMENTS, undefined, { poolSize: 1 })
  })

  it.each(['zone', 'mode', 'limit', 'length'])(
    'has the same values as before: %s',
    async (name) => {
      for (let time = 0; time < 2; time++) {
        expect(await rowsOf('orders')).toEqual(ORDERS)
        expect(await rowsOf('padded')).toEqual([
          { id: 1, c: 'a' },
          { id: 2, c: 'b' },
        ])
        expect(await rowsOf('names')).toEqual([{ names: 'a,b,a,b,a,b,a,b' }])
        expect(await rowsOf(`${name}_view`)).toEqual([{ id: 1 }])
      }
    },
  )

  it('has the same values as before, after a statement that fails', async () => {
    expect(await rowsOf('failing_view')).toMatchObject({ error: 'DATABASE_ERROR' })
    expect(await rowsOf('orders')).toEqual(ORDERS)
  })

  it('cannot write', async () => {
    expect(await rowsOf('writable_view')).toEqual([{ id: 1 }])
    expect(await rowsOf('writing_view')).toHaveProperty('error')
    expect(await rowsOf('audit')).toEqual([])
  })
})
