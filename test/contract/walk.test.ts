/** Pages of every sort, from the first to the last, have every row once. @long */
import { conformance } from '../../fixtures/conformance/conformance'
import type { Fixture, FixtureTable } from '../../fixtures/fixture-table'
import { hostileShop } from '../../fixtures/conformance/hostile-shop/hostile-shop'
import { describeEachDialect } from '../support/describe-each-engine'
import { expectedRow } from '../support/expected-json'
import { effort } from '../support/effort'

const MAX_LIMIT = 50_000

/** Each requests one page after another, as a client does. More would wait for the processors. */
const CONCURRENT_WALKS = 4

/** A limit that gives a few pages: rows get lost at the borders between pages. */
const limitFor = (rows: number, pages = effort(4, 7)): number =>
  Math.max(1, Math.ceil(rows / pages))

/**
 * At least a first, a middle and a last page. Fewer for many rows, which are sorted for each page.
 * `deep-pages.test.ts` reads pages in between, which begin at a bookmark or skip rows backward.
 */
const sortedPages = (rows: number): number => effort(3, rows > 50_000 ? 3 : rows > 1000 ? 5 : 7)

/** A table with more columns than this has each kind of column that others have, and each in one sort. */
const MAX_COLUMNS = effort(12, Infinity)

/**
 * Sorts by every column in both directions, and by pairs of columns in mixed directions. For larger
 * tables, each column or each of three columns has one of these: the smaller tables have columns of
 * the same types.
 */
function sortsOf(columns: readonly string[], rows: number): string[] {
  const sorts = columns.map((column, i) => [
    `${column}:asc`,
    `${column}:desc`,
    `${column}:asc,${columns[(i + 2) % columns.length]}:desc`,
  ])
  if (rows <= effort(60, 5000) && columns.length <= MAX_COLUMNS) return sorts.flat()
  return sorts.flatMap((of, i) => of[i % of.length] ?? [])
}

/** Keys of one and two columns. The kinds of columns that these tables lack are in `every_kind`. */
const SHOP_TABLES = [
  'currencies',
  'categories',
  'employees',
  'customers',
  'products',
  'product_tags',
]

const shop: Fixture = effort(
  { tables: hostileShop.tables.filter(({ name }) => SHOP_TABLES.includes(name)), views: [] },
  hostileShop,
)

/** The tables have rows that are generated once for all engines. */
const fixture: Fixture = {
  tables: [...shop.tables, ...conformance.tables].map((table) => {
    let rows: FixtureTable['rows'] = () => {
      const generated = [...table.rows()]
      rows = () => generated
      return generated
    }
    return { ...table, rows: () => rows() }
  }),
  views: [...shop.views, ...conformance.views],
}

type Row = Readonly<Record<string, unknown>>

/** Number of rows for each JSON text. */
type Tally = ReadonlyMap<string, number>

function tally(rows: Iterable<Row>): Tally {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = JSON.stringify(row)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** The first few rows that were read more or less often than they exist. */
function miscounted(read: Tally, existing: Tally): string[] {
  const texts = [...existing.keys(), ...[...read.keys()].filter((text) => !existing.has(text))]
  return texts
    .filter((text) => read.get(text) !== existing.get(text))
    .slice(0, 3)
    .map((text) => `${read.get(text) ?? 0} times instead of ${existing.get(text) ?? 0}: ${text}`)
}

interface Page {
  readonly data: readonly Row[]
  readonly pagination: { readonly totalPages: number }
}

describeEachDialect(
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
      const limit = limitFor(rows.length, sortedPages(rows.length))
      const existing = tally(rows)
      const waiting = sortsOf(columns, rows.length)
      const flaws: unknown[] = []
      const check = async (): Promise<void> => {
        for (let sort = waiting.pop(); sort !== undefined; sort = waiting.pop()) {
          const wrong = miscounted(await walk(`${search}&sort=${sort}`, limit), existing)
          if (wrong.length > 0) flaws.push({ sort, wrong })
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT_WALKS }, check))
      expect(flaws).toEqual([])
    }

    it.each(fixture.tables.map((table) => [table.name, table] as const))(
      'returns every row of %s exactly once in every sort',
      async (name, table) => {
        const rows = [...table.rows()].map(
          (row) => JSON.parse(expectedRow(table, row, t.differences)) as Row,
        )
        const limit = limitFor(rows.length)
        expect(miscounted(await walk(`table=${name}`, limit), tally(rows))).toEqual([])
        const { data } = await pageOf(`table=${name}`, limit, Math.ceil(rows.length / limit) + 1)
        expect(data).toEqual([])
        // The key identifies a row.
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
      'returns every row of the view %s exactly once in every sort',
      async (name) => {
        const { data } = await pageOf(`table=${name}`, MAX_LIMIT, 1)
        await expectAllSorted(`table=${name}`, await columnsOf(name), data)
      },
      300_000,
    )
  },
  { maxLimit: MAX_LIMIT },
)
