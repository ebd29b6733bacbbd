import { conformance } from '../../fixtures/conformance/conformance'
import type { Fixture, FixtureTable } from '../../fixtures/fixture-table'
import { shop } from '../../fixtures/shop/shop'
import { describeEachEngine } from '../support/describe-each-engine'
import { expectedRow } from '../support/expected-json'
import { effort } from '../support/effort'

const MAX_LIMIT = 50_000

/** Each asks for one page after another, as a client does; more would only wait for processors. */
const WALKS_AT_ONCE = 4

/** A few pages: enough borders to lose a row at, and no more. */
const limitFor = (rows: number, pages = 7): number => Math.max(1, Math.ceil(rows / pages))

/** At least a first, a middle and a last; many rows may be sorted anew for each. */
const pagesSorted = (rows: number): number => (rows > 50_000 ? 3 : rows > 1000 ? 5 : 7)

/**
 * Every single column both ways, and pairs that mix directions. Where that is many rows to read, each
 * column has one of the three, by turns, or only three columns do: the smaller tables have columns of
 * the same kinds.
 */
function sortsOf(columns: readonly string[], rows: number): string[] {
  const sorts = columns.map((column, i) => [
    `${column}:asc`,
    `${column}:desc`,
    `${column}:asc,${columns[(i + 2) % columns.length]}:desc`,
  ])
  if (rows <= effort(1000, 5000)) return sorts.flat()
  const byTurns = sorts.flatMap((of, i) => of[i % of.length] ?? [])
  return rows > 50_000 ? byTurns.slice(0, effort(3, Infinity)) : byTurns
}

/** With all tables at once, and rows that are made up once for all engines. */
const fixture: Fixture = {
  tables: [...shop.tables, ...conformance.tables].map((table) => {
    let rows: FixtureTable['rows'] = () => {
      const made = [...table.rows()]
      rows = () => made
      return made
    }
    return { ...table, rows: () => rows() }
  }),
  views: [...shop.views, ...conformance.views],
}

type Row = Readonly<Record<string, unknown>>

/** How often there is a row of each text. */
type Tally = ReadonlyMap<string, number>

function tally(rows: Iterable<Row>): Tally {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = JSON.stringify(row)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** The first few rows that were met less or more often than they are there. */
function miscounted(met: Tally, there: Tally): string[] {
  const texts = [...there.keys(), ...[...met.keys()].filter((text) => !there.has(text))]
  return texts
    .filter((text) => met.get(text) !== there.get(text))
    .slice(0, 3)
    .map((text) => `${met.get(text) ?? 0} times instead of ${there.get(text) ?? 0}: ${text}`)
}

interface Page {
  readonly data: readonly Row[]
  readonly pagination: { readonly totalPages: number }
}

describeEachEngine(
  'walking all pages',
  fixture,
  (t) => {
    const columnsOf = async (table: string): Promise<string[]> => {
      const { text } = await t.app.get(`tables/${table}`)
      return (JSON.parse(text) as { columns: { name: string }[] }).columns.map(({ name }) => name)
    }
    const pageOf = async (search: string, limit: number, page: number): Promise<Page> => {
      const { text } = await t.app.get(`query?${search}&limit=${limit}&page=${page}`)
      return JSON.parse(text) as Page
    }
    const walk = async (search: string, limit: number): Promise<Tally> => {
      const pages: (readonly Row[])[] = []
      for (let page = 1, last = 1; page <= last; page++) {
        const { data, pagination } = await pageOf(search, limit, page)
        pages.push(data)
        last = pagination.totalPages
      }
      return tally(pages.flat())
    }
    const expectAllSorted = async (
      search: string,
      columns: readonly string[],
      rows: readonly Row[],
    ): Promise<void> => {
      const limit = limitFor(rows.length, pagesSorted(rows.length))
      const there = tally(rows)
      const waiting = sortsOf(columns, rows.length)
      const flaws: unknown[] = []
      const check = async (): Promise<void> => {
        for (let sort = waiting.pop(); sort !== undefined; sort = waiting.pop()) {
          const wrong = miscounted(await walk(`${search}&sort=${sort}`, limit), there)
          if (wrong.length > 0) flaws.push({ sort, wrong })
        }
      }
      await Promise.all(Array.from({ length: WALKS_AT_ONCE }, check))
      expect(flaws).toEqual([])
    }

    it.each(fixture.tables.map((table) => [table.name, table] as const))(
      'gives every row of %s exactly once, whatever the sort',
      async (name, table) => {
        const rows = [...table.rows()].map(
          (row) => JSON.parse(expectedRow(table, row, t.differences)) as Row,
        )
        const limit = limitFor(rows.length)
        expect(miscounted(await walk(`table=${name}`, limit), tally(rows))).toEqual([])
        const { data } = await pageOf(`table=${name}`, limit, Math.ceil(rows.length / limit) + 1)
        expect(data).toEqual([])
        // A key is enough to know a row by.
        const columns = await columnsOf(name)
        const key = table.primaryKey.length > 0 ? table.primaryKey : columns
        const keys = rows.map((row) =>
          Object.fromEntries(key.map((column) => [column, row[column]])),
        )
        await expectAllSorted(`table=${name}&columns=${key.join()}`, columns, keys)
      },
      300_000,
    )

    it.each(fixture.views.map(({ name }) => name))(
      'gives every row of the view %s exactly once, whatever the sort',
      async (name) => {
        const { data } = await pageOf(`table=${name}`, MAX_LIMIT, 1)
        await expectAllSorted(`table=${name}`, await columnsOf(name), data)
      },
      300_000,
    )
  },
  { maxLimit: MAX_LIMIT },
)
