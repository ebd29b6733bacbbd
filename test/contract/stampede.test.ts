/** A cache stampede: concurrent requests with an empty catalogue cache read the catalogue once. */
import { conformance } from '../../fixtures/conformance/conformance'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'

/** The tables, a table, its columns, its keys and their columns; independent of the number of requests. */
const MAX_STATEMENTS = 8

withoutApp(describeEachDialect)('a stampede', conformance, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url)
    tables = createTableService(connection, connection.dialect)
  })
  afterAll(() => connection.close())

  it('of requests for a table, for the list and for unknown names runs a few statements', async () => {
    const responses = await Promise.allSettled(
      Array.from({ length: 100 }, (_, number) => [
        tables.listTables(),
        tables.describeTable('people'),
        tables.describeTable(`unknown ${number}`),
      ]).flat(),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
    expect(connection.catalogueStatements.length).toBeLessThanOrEqual(MAX_STATEMENTS)
  })

  it('of requests with too large responses does not read the catalogue again', async () => {
    const limited = recordedConnection(t.database.url, { maxBytes: 10 })
    const service = createTableService(limited, limited.dialect)
    await service.describeTable('people')
    limited.catalogueStatements.length = 0
    const query = { table: 'people', page: 1, limit: 10, filter: '', sort: [] }
    for (let times = 0; times < 5; times++) {
      await expect(service.query(query)).rejects.toHaveProperty('code', 'INVALID_QUERY')
    }
    await limited.close()
    expect(limited.catalogueStatements.length).toBeLessThanOrEqual(MAX_STATEMENTS)
  })
})
