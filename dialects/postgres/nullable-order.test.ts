/** Orders by nullable columns use an index, in which NULL is the largest value. */
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { rowsOfPlan } from '../../test/support/rows-of-plan'

const ROWS = 20_000
const LIMIT = 10

/** Pages near the ends, near a change between NULL and values, and far from them. */
const PAGES = effort(
  [1, 8, 300, 1112, 1999, 2001],
  [1, 2, 7, 8, 9, 300, 1111, 1112, 1500, 1993, 1999, 2000, 2001],
)

/** Columns with NULL in none, some, most and all rows, with an index or without one that serves. */
const COLUMNS: Readonly<Record<string, { value: string; index?: string }>> = {
  none: { value: 'id % 777', index: '("none")' },
  some: { value: 'case when id % 9 > 0 then id % 777 end', index: '("some" desc)' },
  most: { value: 'case when id % 999 = 0 then id end', index: '(most, id)' },
  every: { value: 'null::integer', index: '("every")' },
  first: { value: 'case when id % 9 > 0 then id % 777 end', index: '("first" nulls first)' },
  partial: { value: 'case when id % 9 > 0 then id % 777 end', index: '(partial) where id > 5' },
  bare: { value: 'case when id % 9 > 0 then id % 777 end' },
}

describeEachServer('postgres', 'an order by a nullable column', (server) => {
  let url = ''
  beforeAll(async () => {
    const names = Object.keys(COLUMNS)
    const values = Object.values(COLUMNS).map(({ value }) => value)
    await server.serve(
      [
        `create table orders (id integer primary key, ${names.map((name) => `"${name}" integer`).join()})`,
        `insert into orders select id, ${values.join()} from generate_series(1, ${ROWS}) as id`,
        ...Object.values(COLUMNS).flatMap(({ index }) =>
          index ? [`create index on orders ${index}`] : [],
        ),
        'analyze orders',
      ],
      ({ href }) => {
        url = href
      },
    )
  })

  const columns = effort(['some', 'most', 'every', 'first', 'partial'], Object.keys(COLUMNS))
  const orders = columns.flatMap((column) =>
    (['asc', 'desc'] as const).map((direction) => [column, direction] as const),
  )

  it.each(orders)(
    'has NULL as the smallest value on every page: %s %s',
    async (column, direction) => {
      const connection = recordedConnection(url)
      try {
        const tables = createTableService(connection, connection.dialect, { bookmarkStep: 40 })
        const nulls = direction === 'asc' ? 'first' : 'last'
        const expected = await connection.readRows({
          sql: `select id from orders order by "${column}" ${direction} nulls ${nulls}, id ${direction}`,
          bindings: [],
        })
        for (const page of [...PAGES, ...PAGES]) {
          const sort = [{ column, direction }]
          const query = { table: 'orders', page, limit: LIMIT, filter: '', columns: ['id'], sort }
          const { rows, pagination } = await tables.query(query)
          const start = (page - 1) * LIMIT
          expect([page, pagination.total, rows]).toEqual([
            page,
            ROWS,
            expected.slice(start, start + LIMIT),
          ])
        }
      } finally {
        await connection.close()
      }
    },
  )

  const served = effort(['some', 'every'], ['none', 'some', 'most', 'every'])
  it.each(orders.filter(([column]) => served.includes(column)))(
    'reads few rows for pages near the ends: %s %s',
    async (column, direction) => {
      for (const page of effort([3, ROWS / LIMIT], [1, 3, ROWS / LIMIT])) {
        const sort = [{ column, direction }]
        const read = await rowsOfPlan(url, {
          table: 'orders',
          page,
          limit: LIMIT,
          filter: '',
          sort,
        })
        expect(read).toBeLessThan(1000)
      }
    },
  )
})
