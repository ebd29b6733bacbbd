/** A page read from a seek bookmark equals the page read by OFFSET, in every sort and sequence. */
import fc from 'fast-check'
import type { Fixture, FixtureTable, FixtureValue } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import type { TableQuery } from '../../src/core/table-query'
import { describeEachEngine, type EngineUnderTest } from '../support/describe-each-engine'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'
import { effort } from '../support/effort'
import { fastClock } from '../support/test-clock'
import { waitUntil } from '../support/wait-until'

const ROWS = 240

const pick = <T>(values: readonly T[], number: number): T => values[number % values.length] as T

/** Columns with few different values, so that most rows tie, and with NULLs in some, one and all but one row. */
const columns: FixtureTable['columns'] = [
  { name: 'id', type: { kind: 'integer' } },
  { name: 'state', type: { kind: 'varchar', length: 20 } },
  { name: 'word', type: { kind: 'varchar', length: 20 }, isNullable: true },
  { name: 'amount', type: { kind: 'decimal', precision: 9, scale: 2 }, isNullable: true },
  { name: 'ratio', type: { kind: 'double' } },
  { name: 'at', type: { kind: 'timestamptz' } },
  { name: 'big', type: { kind: 'bigint' }, isNullable: true },
  { name: 'one_null', type: { kind: 'integer' }, isNullable: true },
  { name: 'one_value', type: { kind: 'integer' }, isNullable: true },
]

function row(id: number): FixtureValue[] {
  const mixed = (id * 7919) % ROWS
  return [
    id,
    pick(['new', 'New', 'öffen', 'closed'], mixed),
    pick([null, 'a', 'B', 'ä', 'ß', 'z,"', ''], mixed >> 1),
    pick([null, '-1.50', '0.00', '12.25'], mixed >> 2),
    pick([0.1, 1 / 3, -2.5, 1e100], mixed >> 1),
    pick(
      ['2024-02-29T13:05:06.123456Z', '1970-01-02T00:00:00Z', '2024-02-29T13:05:06.123457Z'],
      mixed,
    ),
    pick([null, 9007199254740993n, -9223372036854775808n, 9007199254740992n], mixed >> 1),
    id === 7 ? null : mixed >> 3,
    id === 7 ? 7 : null,
  ]
}

const rows = (): FixtureValue[][] => Array.from({ length: ROWS }, (_, index) => row(index + 1))

const fixture: Fixture = {
  tables: [
    {
      name: 'one_key',
      columns,
      primaryKey: ['id'],
      indexes: ['state', 'at', 'word', 'amount', 'big', 'one_null', 'one_value'].map((name) => [
        name,
      ]),
      rows,
    },
    { name: 'two_keys', columns, primaryKey: ['state', 'id'], rows },
    { name: 'no_key', columns, primaryKey: [], rows },
  ],
  views: [],
}

const names = columns.map(({ name }) => name)
const sortTerms = fc.uniqueArray(
  fc.record({ column: fc.constantFrom(...names), direction: fc.constantFrom('asc', 'desc') }),
  { selector: ({ column }) => column, maxLength: 3 },
)
const searches = fc.record({
  table: fc.constantFrom('one_key', 'two_keys', 'no_key'),
  sort: sortTerms,
  filter: fc.constantFrom('', '', 'e', 'new', 'no such text'),
  pages: fc.array(
    fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      at: fc.integer({ min: 0, max: 1000 }),
    }),
    { minLength: 8, maxLength: 16 },
  ),
})

describeEachEngine('deep pages', fixture, (t: EngineUnderTest) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url, { now: fastClock })
    tables = createTableService(connection, connection.dialect, { bookmarkStep: 3 })
  })
  afterAll(() => connection.close())

  const bodyOf = async (query: TableQuery): Promise<{ rows: string[]; total: number }> => {
    const { rows, pagination } = await tables.query(query)
    return { rows: rows.map((cells) => cells.map(String).join('|')), total: pagination.total }
  }

  it('equal the slices of one long page', async () => {
    await fc.assert(
      fc.asyncProperty(searches, async ({ pages, ...search }) => {
        const base = { ...search, sort: search.sort as TableQuery['sort'] }
        const all = await bodyOf({ ...base, page: 1, limit: 1000 })
        expect(all.total).toBe(all.rows.length)
        // Half of the pages while bookmarks are collected, half when the whole table has them.
        for (const [index, { limit, at }] of pages.entries()) {
          if (index === pages.length >> 1) await untilQuiet(connection)
          const page = 1 + Math.floor((at / 1000) * (Math.ceil(all.total / limit) + 1))
          const offset = (page - 1) * limit
          const { rows, total } = await bodyOf({ ...base, page, limit })
          expect({ page, limit, total, rows }).toEqual({
            ...{ page, limit, total: all.total, rows: all.rows.slice(offset, offset + limit) },
          })
        }
      }),
      { numRuns: effort(20, 60) },
    )
  }, 120_000)

  const statementsOf = async (query: Omit<TableQuery, 'page'>, page: number): Promise<number> => {
    const before = connection.statements.length
    await bodyOf({ ...query, page })
    await untilQuiet(connection)
    return connection.statements.length - before
  }
  /** All bookmarks are collected then, unless something is written to the server of MySQL meanwhile. */
  const needOneStatement = async (query: Omit<TableQuery, 'page'>): Promise<void> => {
    for (const page of [ROWS / 2, ROWS / 4, ROWS - 20]) {
      await waitUntil(async () => (await statementsOf(query, page)) === 1)
    }
  }

  const orders = ['big', 'one_null', 'one_value'].flatMap((column) =>
    (['asc', 'desc'] as const).map((direction) => ({ column, direction })),
  )
  it.each(orders)(
    'need few statements for the bookmarks of a column with NULLs: %j',
    async (term) => {
      const query = { table: 'one_key', limit: 1, filter: '', sort: [term] }
      await statementsOf(query, 1)
      // One for the rows with NULL, one for the others, one between, and the page itself.
      expect(await statementsOf(query, ROWS / 2)).toBeLessThan(8)
      await needOneStatement(query)
    },
  )

  it('need few statements for the bookmarks of an order in mixed directions, if many rows tie', async () => {
    const sort: TableQuery['sort'] = [
      { column: 'state', direction: 'desc' },
      { column: 'id', direction: 'asc' },
    ]
    const query = { table: 'one_key', limit: 1, filter: '', sort }
    await statementsOf(query, 1)
    // At most one for the 60 rows of each state, four between two states, and the page itself.
    expect(await statementsOf(query, ROWS / 2)).toBeLessThan(22)
    await needOneStatement(query)
  })
})
