/** The example database has the same rows on every engine, under stress; `npm test` reads them on one. */
import type { Fixture } from '../../fixtures/fixture-table'
import { createShop } from '../../fixtures/shop/shop'
import { describeOneEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { expectedBody, expectedRow } from '../support/expected-json'

/** Rows of a table at most, without foreign keys to the rows that are left out. */
const MAX_ROWS = effort(500, 200_000)

/** The others are not generated, which takes time. */
function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = []
  for (const item of items) {
    first.push(item)
    if (first.length === count) break
  }
  return first
}

const shop = createShop()
const fixture: Fixture = {
  tables: shop.tables.map((table) => {
    const rows = firstOf(table.rows(), MAX_ROWS)
    const columns = table.columns.map(({ name, type, isNullable = false }) => ({
      name,
      type,
      isNullable,
    }))
    return { ...table, columns, rows: () => rows }
  }),
  views: shop.views,
}

describeOneEngine(
  'the example database',
  fixture,
  (t) => {
    it.each(fixture.tables.map((table) => [table.name, table] as const))(
      'returns the rows of %s byte for byte',
      async (name, table) => {
        const rows = Array.from(table.rows(), (row) => expectedRow(table, row, t.differences))
        const { text } = await t.app.get(`query?table=${name}&limit=${MAX_ROWS}`)
        const columns = table.columns.map((column) => column.name)
        expect(text === expectedBody(columns, rows, { limit: MAX_ROWS })).toBe(true)
      },
      60_000,
    )

    it.each(fixture.views.map(({ name }) => name))('can read the view %s', async (name) => {
      expect((await t.app.get(`query?table=${name}&limit=1`)).status).toBe(200)
    })
  },
  { maxLimit: MAX_ROWS },
)
