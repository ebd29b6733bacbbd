/**
 * Reads need fewer or cheaper statements while nothing is written to the database.
 *
 * @quiet A write to any database of the server invalidates totals and bookmarks.
 */
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'
import { testClock } from '../support/test-clock'
import { STILL_TEST_TIMEOUT, whileStill } from '../support/while-still'

jest.setTimeout(STILL_TEST_TIMEOUT)

const fixture: Fixture = {
  tables: [
    {
      name: 'still',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'kind', type: { kind: 'varchar', length: 20 } },
      ],
      primaryKey: ['id'],
      rows: () => Array.from({ length: 240 }, (_, id) => [id, id % 2 === 0 ? 'even' : 'odd']),
    },
  ],
  views: [],
}

/** Milliseconds; MySQL and MariaDB must have written nothing for a second. */
const SECOND = 1000

withoutApp(describeEachDialect)('while nothing is written', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  const query = { table: 'still', page: 1, limit: 10, filter: '', sort: [] } as const
  const clock = testClock(() => 0)

  beforeAll(() => {
    connection = recordedConnection(t.database.url, { now: clock.now })
  })
  afterEach(() => untilQuiet(connection))
  afterAll(() => connection.close())

  const counts = (): number =>
    connection.statements.filter(({ sql }) => sql.includes('count(*) from')).length

  /** Takes the steps a second after a statement has shown the connection the current state of the server. */
  const whileUnchanged = <Seen>(steps: () => Promise<Seen>): Promise<Seen> =>
    whileStill(t, t.database.url, async () => {
      // The catalogue cache does not expire.
      tables = createTableService(connection, connection.dialect, { now: () => 0 })
      clock.advance(SECOND)
      await tables.query({ ...query, filter: 'odd' })
      await untilQuiet(connection)
      clock.advance(SECOND)
      return steps()
    })

  // MySQL checks the type of the searched column, which is not a column of the response.
  const equal = { 'a page': {}, 'a search in a column that is not selected': { filter: 'even' } }
  it.each(Object.entries(equal))(
    'concurrent equal requests for %s share one statement and its rows',
    async (_name, part) => {
      const seen = await whileUnchanged(async () => {
        const columns = ['id']
        await tables.query({ ...query, ...part, columns })
        connection.statements.length = 0
        const many = Array.from({ length: 50 }, () => tables.query({ ...query, ...part, columns }))
        const results = await Promise.all(many)
        const different = new Set(results.map(({ rows }) => rows)).size
        return { different, statements: connection.statements.length }
      })
      expect(seen).toEqual({ different: 1, statements: 1 })
    },
  )

  it('concurrent requests for four pages share one count', async () => {
    const counted = await whileUnchanged(async () => {
      connection.statements.length = 0
      const pages = Array.from({ length: 20 }, (_, index) => 1 + (index % 4))
      await Promise.all(pages.map((page) => tables.query({ ...query, filter: 'even', page })))
      return counts()
    })
    expect(counted).toBe(1)
  })

  it('a request for a table in the catalogue cache runs one statement', async () => {
    const seen = await whileUnchanged(async () => {
      await tables.query(query)
      await untilQuiet(connection)
      connection.statements.length = 0
      connection.catalogueStatements.length = 0
      for (let page = 1; page <= 3; page++) await tables.query({ ...query, page })
      return [connection.statements.length, connection.catalogueStatements.length]
    })
    expect(seen).toEqual([3, 0])
  })

  it('a deep page is read from a seek bookmark, after pages of the same sort', async () => {
    const sql = await whileUnchanged(async () => {
      const service = createTableService(connection, connection.dialect, {
        ...{ bookmarkStep: 3, now: () => 0 },
      })
      const read = (page: number): Promise<unknown> => service.query({ ...query, page, limit: 5 })
      await read(1)
      await read(24)
      await untilQuiet(connection)
      connection.statements.length = 0
      await read(17)
      return connection.statements[0]?.sql
    })
    // A range of the key.
    expect(sql).toMatch(/id["`] [<>]=? /)
  })
})
