/** Requests that come all at once after a quiet time: the catalogue is asked once for all of them. */
import type { Knex } from 'knex'
import { conformance } from '../../fixtures/conformance/conformance'
import { createTableService, type TableService } from '../../src/core/table-service'
import { dialectFor } from '../../src/dialect/load-dialect'
import { describeEachEngine } from '../support/describe-each-engine'

/** List of tables, table, columns, keys and their columns; more would grow with the requests. */
const MOST_STATEMENTS = 8

describeEachEngine('a stampede', conformance, (t) => {
  let db: Knex
  let tables: TableService
  let statements = 0
  beforeAll(() => {
    const dialect = dialectFor(t.database.url)
    db = dialect.connect(t.database.url, { poolSize: 4, connectTimeout: 10_000 })
    tables = createTableService(db, dialect)
    db.on('query', () => statements++)
  })
  afterAll(() => db.destroy())

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
})
