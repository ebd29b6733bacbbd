/** Requests that come all at once after a quiet time: the catalogue is asked once for all of them. */
import { conformance } from '../../fixtures/conformance/conformance'
import { createTableService, type TableService } from '../../src/core/table-service'
import { DEFAULT_OPTIONS } from '../../src/database'
import type { Connection } from '../../src/dialect/dialect'
import { dialectFor } from '../../src/dialect/load-dialect'
import { describeEachEngine } from '../support/describe-each-engine'
import { recordedConnection } from '../support/recorded-connection'

/** List of tables, table, columns, keys and their columns; more would grow with the requests. */
const MOST_STATEMENTS = 8

describeEachEngine('a stampede', conformance, (t) => {
  let connection: Connection
  let tables: TableService
  let statements = 0
  beforeAll(() => {
    const dialect = dialectFor(t.database.url)
    connection = dialect.connect(t.database.url, {
      ...DEFAULT_OPTIONS,
      mostBytes: Infinity,
      poolSize: 4,
    })
    tables = createTableService(connection, dialect)
    connection.db.on('query', () => statements++)
  })
  afterAll(() => connection.close())

  it('of requests for a table, for the list and for unknown names becomes a few statements', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, number) => [
        tables.listTables(),
        tables.describeTable('people'),
        tables.describeTable(`unknown ${number}`),
      ]).flat(),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
    expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS)
  })

  it('of requests that ask too much is no reason to look at the catalogue again', async () => {
    const limited = recordedConnection(t.database.url, { mostBytes: 10 })
    const service = createTableService(limited, limited.dialect)
    await service.describeTable('people')
    let looks = 0
    limited.db.on('query', () => looks++)
    const asked = { table: 'people', page: 1, limit: 10, filter: '', sort: [] }
    for (let times = 0; times < 5; times++) {
      await expect(service.query(asked)).rejects.toHaveProperty('code', 'INVALID_QUERY')
    }
    await limited.close()
    expect(looks).toBeLessThanOrEqual(MOST_STATEMENTS)
  })
})
