import { conformance } from '../../fixtures/conformance/conformance'
import type { Fixture, FixtureTable } from '../../fixtures/fixture-table'
import { shop } from '../../fixtures/shop/shop'
import { describeEachEngine } from '../support/describe-each-engine'
import { expectedRow } from '../support/expected-json'

const MAX_LIMIT = 50_000

/** Every single column both ways, and pairs that mix directions. */
function sortsOf(columns: readonly string[]): string[] {
  const single = columns.flatMap((column) => [`${column}:asc`, `${column}:desc`])
  const pairs = columns.map(
    (column, i) => `${column}:asc,${columns[(i + 2) % columns.length]}:desc`,
  )
  return [...single, ...pairs]
}

/** A few pages each: enough borders to lose a row at, and no more. */
const limitFor = (rows: number): number => Math.max(1, Math.ceil(rows / (rows > 10_000 ? 3 : 7)))

function testWalks(topic: string, fixture: Fixture): void {
  describeEachEngine(
    topic,
    fixture,
    (t) => {
      /** All rows as sorted texts, gathered page by page until a page is empty. */
      const walk = async (table: string, limit: number, rest: string): Promise<string> => {
        const rows: string[] = []
        for (let page = 1; ; page++) {
          const { text } = await t.app.get(
            `query?table=${table}&limit=${limit}&page=${page}${rest}`,
          )
          const { data } = JSON.parse(text) as { data: unknown[] }
          if (data.length === 0) return rows.sort().join('\n')
          for (const row of data) rows.push(JSON.stringify(row))
        }
      }
      const columnsOf = async (table: string): Promise<string[]> => {
        const { text } = await t.app.get(`tables/${table}`)
        return (JSON.parse(text) as { columns: { name: string }[] }).columns.map(({ name }) => name)
      }
      const expectedRows = (table: FixtureTable, columns?: readonly string[]): string =>
        [...table.rows()]
          .map((row) => expectedRow(table, row, t.differences, columns))
          .map((row) => JSON.stringify(JSON.parse(row)))
          .sort()
          .join('\n')

      it.each(fixture.tables.map((table) => [table.name, table] as const))(
        'gives every row of %s exactly once, whatever the sort',
        async (name, table) => {
          const limit = limitFor([...table.rows()].length)
          expect((await walk(name, limit, '')) === expectedRows(table)).toBe(true)
          // A key is enough to know a row by.
          const columns = table.primaryKey.length > 0 ? table.primaryKey : await columnsOf(name)
          const expected = expectedRows(table, columns)
          for (const sort of sortsOf(await columnsOf(name))) {
            const rows = await walk(name, limit, `&columns=${columns.join()}&sort=${sort}`)
            expect([sort, rows === expected]).toEqual([sort, true])
          }
        },
        300_000,
      )

      it.each(fixture.views.map(({ name }) => name))(
        'gives every row of the view %s exactly once, whatever the sort',
        async (name) => {
          const expected = await walk(name, MAX_LIMIT, '')
          const limit = limitFor(expected.split('\n').length)
          for (const sort of sortsOf(await columnsOf(name))) {
            const rows = await walk(name, limit, `&sort=${sort}`)
            expect([sort, rows === expected]).toEqual([sort, true])
          }
        },
        300_000,
      )
    },
    { maxLimit: MAX_LIMIT },
  )
}

testWalks('walking all pages of the shop', shop)
testWalks('walking all pages of the small tables', conformance)
