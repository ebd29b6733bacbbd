/**
 * Reads need fewer or cheaper statements while nothing is written to the database.
 *
 * @quiet A write to any database of the server invalidates totals and bookmarks.
 */
import type { Fixture } from '../../fixtures/fixture-table'
import {
  createTableService,
  type QueryResult,
  type TableService,
} from '../../src/core/table-service'
import { describeEachEngine } from '../support/describe-each-engine'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'
import { waitUntil } from '../support/wait-until'

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

describeEachEngine('while nothing is written', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  const query = { table: 'still', page: 1, limit: 10, filter: '', sort: [] } as const

  beforeAll(() => {
    connection = recordedConnection(t.database.url)
  })
  beforeEach(() => {
    // The catalogue cache does not expire.
    tables = createTableService(connection, connection.dialect, { now: () => 0 })
  })
  afterEach(() => untilQuiet(connection))
  afterAll(() => connection.close())

  const counts = (): number =>
    connection.statements.filter(({ sql }) => sql.includes('count(*) from')).length

  /** Takes the steps again if the server wrote something of its own meanwhile, such as a checkpoint. */
  const whileUnchanged = (steps: () => Promise<void>): Promise<void> => {
    const { changes } = connection
    return waitUntil(async () => {
      await changes?.refresh?.()
      const counter = changes?.counter()
      if (counter === undefined) return false
      await steps()
      return changes?.counter() === counter
    })
  }

  // MySQL checks the type of the searched column, which is not a column of the response.
  const equal = { 'a page': {}, 'a search in a column that is not selected': { filter: 'even' } }
  it.each(Object.entries(equal))(
    'concurrent equal requests for %s share one statement and its rows',
    async (_name, part) => {
      let results: QueryResult[] = []
      await whileUnchanged(async () => {
        const columns = ['id']
        await tables.query({ ...query, ...part, columns })
        connection.statements.length = 0
        const many = Array.from({ length: 50 }, () => tables.query({ ...query, ...part, columns }))
        results = await Promise.all(many)
      })
      expect(new Set(results.map(({ rows }) => rows)).size).toBe(1)
      expect(connection.statements).toHaveLength(1)
    },
  )

  it('concurrent requests for four pages share one count', async () => {
    await whileUnchanged(async () => {
      const service = createTableService(connection, connection.dialect)
      connection.statements.length = 0
      const pages = Array.from({ length: 20 }, (_, index) => 1 + (index % 4))
      await Promise.all(pages.map((page) => service.query({ ...query, filter: 'even', page })))
    })
    expect(counts()).toBe(1)
  })

  it('a request for a table in the catalogue cache runs one statement', async () => {
    await whileUnchanged(async () => {
      await tables.query(query)
      await untilQuiet(connection)
      connection.statements.length = 0
      connection.catalogueStatements.length = 0
      for (let page = 1; page <= 3; page++) await tables.query({ ...query, page })
    })
    expect([connection.statements.length, connection.catalogueStatements.length]).toEqual([3, 0])
  })

  it('a deep page is read from a seek bookmark, after pages of the same sort', async () => {
    await whileUnchanged(async () => {
      const service = createTableService(connection, connection.dialect, { bookmarkStep: 3 })
      const read = (page: number): Promise<unknown> => service.query({ ...query, page, limit: 5 })
      await read(1)
      await read(24)
      await untilQuiet(connection)
      connection.statements.length = 0
      await read(17)
    })
    // A range of the key.
    expect(connection.statements[0]?.sql).toMatch(/id["`] [<>]=? /)
  })
})
