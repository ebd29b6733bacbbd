/**
 * What costs no statement, or a cheaper one, while nothing is written to the database.
 *
 * @alone On Postgres, a write to any database of the server ends the validity of totals and bookmarks.
 */
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachEngine } from '../support/describe-each-engine'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'

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
  const asked = { table: 'still', page: 1, limit: 10, filter: '', sort: [] } as const

  beforeAll(() => {
    connection = recordedConnection(t.database.url)
  })
  beforeEach(() => {
    connection.statements.length = 0
    // The catalogue cache does not age.
    tables = createTableService(connection, connection.dialect, { now: () => 0 })
  })
  afterEach(() => untilQuiet(connection))
  afterAll(() => connection.close())

  const counts = (): number =>
    connection.statements.filter(({ sql }) => sql.includes('count(*) from')).length

  it('concurrent equal requests are one statement, whose rows they share', async () => {
    await tables.query(asked)
    connection.statements.length = 0
    const many = Array.from({ length: 50 }, () => tables.query({ ...asked }))
    const results = await Promise.all(many)
    expect(new Set(results.map(({ rows }) => rows)).size).toBe(1)
    expect(connection.statements).toHaveLength(1)
  })

  it('concurrent requests for four pages share one count, or one for each page', async () => {
    const pages = Array.from({ length: 20 }, (_, index) => 1 + (index % 4))
    await Promise.all(pages.map((page) => tables.query({ ...asked, filter: 'even', page })))
    expect(counts()).toBe(t.provesNoChange ? 1 : 4)
  })

  it('a request for a known table is one statement, and no look at the catalogue', async () => {
    await tables.query(asked)
    await untilQuiet(connection)
    connection.statements.length = 0
    connection.catalogueStatements.length = 0
    for (let page = 1; page <= 3; page++) await tables.query({ ...asked, page })
    expect([connection.statements.length, connection.catalogueStatements.length]).toEqual([3, 0])
  })

  it('a deep page is read from a seek bookmark, once the order has been visited', async () => {
    const service = createTableService(connection, connection.dialect, { bookmarkStep: 3 })
    const read = (page: number): Promise<unknown> => service.query({ ...asked, page, limit: 5 })
    await read(1)
    await read(24)
    await untilQuiet(connection)
    connection.statements.length = 0
    await read(17)
    // By a range of the key, where the database proves that the bookmark still holds.
    const [{ sql } = { sql: '' }] = connection.statements
    expect(/id["`] [<>]=? /.test(sql)).toBe(t.provesNoChange)
  })
})
