/** Rows that are added or deleted after the statement that reads a page, and before the next statement. */
import { conformance } from '../../fixtures/conformance/conformance'
import { everyKind } from '../../fixtures/conformance/every-kind'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService } from '../../src/core/table-service'
import { changingConnection } from '../support/changing-connection'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { expectPagesOfRefilled } from '../support/refilled-table'
import { openWrittenDatabase, type WrittenDatabase } from '../support/written-database'

const KEYED = 'keyed'
const KEYLESS = 'keyless'
const columns = [{ name: 'id', type: { kind: 'integer' } }] as const
const rows = (): number[][] => [[1], [2]]
const allKinds = { ...everyKind, name: 'keyless_kinds', primaryKey: [] }

const fixture: Fixture = {
  tables: [
    { name: KEYED, columns, primaryKey: ['id'], rows },
    { name: KEYLESS, columns, primaryKey: [], rows },
    ...conformance.tables,
    allKinds,
  ],
  views: [
    { name: 'viewed', query: `select id from ${KEYED}` },
    { name: 'viewed_kinds', query: `select * from ${everyKind.name}` },
  ],
}

/** Tables and views that have rows, and the tables of their rows. */
const READ: (readonly [name: string, table: string])[] = [
  ['people', 'people'],
  ['unique_key', 'unique_key'],
  ['no_key', 'no_key'],
  // The key of `people` is read in the same way, and `allKinds` has the same columns.
  ...effort([], [[everyKind.name, everyKind.name] as const]),
  [allKinds.name, allKinds.name],
  ['viewed_kinds', everyKind.name],
]

withoutApp(describeEachDialect)('rows that change between two statements', fixture, (t) => {
  let database: WrittenDatabase
  beforeAll(async () => {
    database = await openWrittenDatabase(t.storage, t.database.url)
  })
  afterAll(() => database.close())

  /**
   * @param table whose second page is read, with two rows on each page
   * @param totals number of rows in the table during each statement; the last one during all others
   */
  const secondPage = async (
    table: string,
    totals: readonly number[],
  ): Promise<{ total: number; ids: number[] }> => {
    const { connection, writer } = database
    const changing = changingConnection(connection, async (before) => {
      const total = totals[before]
      if (total === undefined) return
      for (const written of [KEYED, KEYLESS]) {
        await writer.run(`delete from ${written}`)
        const values = Array.from({ length: total }, (_, index) => `(${index + 1})`)
        await writer.run(`insert into ${written} (id) values ${values.join()}`)
      }
    })
    const tables = createTableService(changing, connection.dialect, { plainReads: true })
    const query = { table, page: 2, limit: 2, filter: '', sort: [] }
    const { rows: found, pagination } = await tables.query(query)
    return { total: pagination.total, ids: found.map(([id]) => Number(id)) }
  }

  it.each([KEYED, KEYLESS, 'viewed'])(
    'are read with the total that counts them: %s',
    async (table) => {
      expect(await secondPage(table, [2, 3])).toEqual({ total: 3, ids: [3] })
      expect(await secondPage(table, [2, 6, 6])).toEqual({ total: 6, ids: [3, 4] })
      expect(await secondPage(table, [2, 6, 2])).toEqual({ total: 2, ids: [] })
      const alternating = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 2 : 6))
      expect(await secondPage(table, alternating)).toEqual({ total: 2, ids: [] })
    },
  )

  it.each(READ.map((read, index) => [...read, index] as const))(
    'have the same values, in the same order: %s',
    (name, table, index) => {
      // A column with NULLs, which its index has.
      const joinedBy = t.readsNullsApart && name === 'unique_key' ? 'maybe' : undefined
      // Of the tables with the same columns, one reads each column in the other direction.
      const turn = effort(index, undefined)
      return expectPagesOfRefilled(database, {
        name,
        table,
        limit: 4,
        turn,
        joinedBy,
      })
    },
  )
})
