/**
 * The number of statements that collect the bookmarks of an order, and that read a page from them.
 *
 * @quiet A write to any database of the server discards bookmarks.
 */
import { createTableService } from '../../src/core/table-service'
import type { TableQuery } from '../../src/core/table-query'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'
import { testClock } from '../support/test-clock'
import { oneKey, ROWS } from '../support/tied-rows'
import { STILL_TEST_TIMEOUT, whileStill } from '../support/while-still'

jest.setTimeout(STILL_TEST_TIMEOUT)

/** Milliseconds; MySQL and MariaDB must have written nothing for a second. */
const SECOND = 1000

withoutApp(describeEachDialect)('bookmarks', { tables: [oneKey], views: [] }, (t) => {
  let connection: RecordedConnection
  const clock = testClock(() => 0)
  beforeAll(() => {
    connection = recordedConnection(t.database.url, { now: clock.now })
  })
  afterAll(() => connection.close())

  interface Statements {
    /** Of the first deep page and of the bookmarks that are collected after it. */
    readonly collecting: readonly string[]
    /** Of three other deep pages. */
    readonly reading: readonly string[]
  }

  const statementsFor = (sort: TableQuery['sort']): Promise<Statements> =>
    whileStill(t, t.database.url, async () => {
      // Collecting takes no time by this clock, so it does not stop before the last bookmark.
      const options = { bookmarkStep: 3, now: () => 0 }
      const tables = createTableService(connection, connection.dialect, options)
      const query = { table: oneKey.name, limit: 1, filter: '', sort }
      const statementsOf = async (page: number): Promise<string[]> => {
        connection.statements.length = 0
        await tables.query({ ...query, page })
        await untilQuiet(connection)
        return connection.statements.map(({ sql }) => sql)
      }
      clock.advance(SECOND)
      await statementsOf(1)
      clock.advance(SECOND)
      // Counts.
      await statementsOf(1)
      const collecting = await statementsOf(ROWS / 2)
      const reading: string[] = []
      for (const page of [ROWS / 2, ROWS / 4, ROWS - 20])
        reading.push(...(await statementsOf(page)))
      return { collecting, reading }
    })

  /** One for each page, from a bookmark: nothing else restricts the rows. */
  const FROM_BOOKMARKS = Array(3).fill(expect.stringMatching(/one_key["`] as t where /)) as unknown

  const columns = effort(['big', 'one_null'], ['big', 'one_null', 'one_value'])
  const orders = columns.flatMap((column) =>
    (['asc', 'desc'] as const).map((direction) => ({ column, direction })),
  )
  it.each(orders)('need few statements for a column with NULLs: %j', async (term) => {
    const { collecting, reading } = await statementsFor([term])
    // One for the rows with NULL, one for the others, one between, and the page itself.
    expect(collecting.length).toBeLessThan(8)
    expect(reading).toEqual(FROM_BOOKMARKS)
  })

  it('need few statements for an order in mixed directions, if many rows tie', async () => {
    const { collecting, reading } = await statementsFor([
      { column: 'state', direction: 'desc' },
      { column: 'id', direction: 'asc' },
    ])
    // At most one for the 60 rows of each state, four between two states, and the page itself.
    expect(collecting.length).toBeLessThan(22)
    expect(reading).toEqual(FROM_BOOKMARKS)
  })
})
