/**
 * Pages of an order by a column with many NULLs are read from bookmarks.
 *
 * @quiet A write to any database of the server voids totals, and then the statement of a page also counts.
 */
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { rowsOfPlan } from '../../test/support/rows-of-plan'

const ROWS = 20_000
const LIMIT = 10

describeEachServer('postgres', 'an order by a column with many NULLs', (server) => {
  let url = ''
  beforeAll(async () => {
    const app = await server.serve([
      'create table orders (id integer primary key, most integer, "every" integer)',
      `insert into orders select id, case when id % 999 = 0 then id end, null
        from generate_series(1, ${ROWS}) as id`,
      'create index on orders (most, id)',
      'create index on orders ("every")',
      'analyze orders',
    ])
    url = app.url
  })

  it.each([
    ['most', 'asc'],
    ['every', 'desc'],
    ...effort([], [['most', 'desc'] as const, ['every', 'asc'] as const]),
  ] as const)(
    'reads few rows with NULL for pages from bookmarks: %s %s',
    async (column, direction) => {
      for (const page of effort([205, 1700], [205, 700, 1005, 1700])) {
        const sort = [{ column, direction }]
        const query = { table: 'orders', page, limit: LIMIT, filter: '', sort }
        const collectingPage = ROWS / LIMIT / 2
        expect(await rowsOfPlan(url, query, { collectingPage })).toBeLessThan(1000)
      }
    },
  )
})
