/** A page read from a seek bookmark equals the page read by OFFSET, in every sort and sequence. */
import fc from 'fast-check'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import type { TableQuery } from '../../src/core/table-query'
import {
  describeEachDialect,
  type DatabaseUnderTest,
  withoutApp,
} from '../support/describe-each-engine'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'
import { effort } from '../support/effort'
import { fastClock } from '../support/test-clock'
import { columns, oneKey, rows } from '../support/tied-rows'

const fixture: Fixture = {
  tables: [
    oneKey,
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

withoutApp(describeEachDialect)('deep pages', fixture, (t: DatabaseUnderTest) => {
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
      { numRuns: effort(12, 60) },
    )
  }, 120_000)
})
