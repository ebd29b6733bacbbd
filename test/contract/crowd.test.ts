/** Concurrent equal requests share their rows, and no response is older than its request. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachEngine } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { effort } from '../support/effort'

const ANSWERS = effort(400, 1000)
const CROWD = 5

const fixture: Fixture = {
  tables: [
    {
      name: 'growing',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [[0]],
    },
  ],
  views: [],
}

describeEachEngine('a crowd', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url)
    tables = createTableService(connection, connection.dialect)
  })
  afterAll(() => connection.close())

  const asked = { table: 'growing', page: 1, limit: 10, filter: '', sort: [] }

  it('that asks for different columns, pages and orders gets what each asked for', async () => {
    // From now on the catalogue cache has the table: all requests are planned at the same moment.
    await tables.query(asked)
    const others = [{ columns: ['id'] }, { page: 2 }, { limit: 20 }, { filter: 'x' }]
    const results = await Promise.all(
      [{}, ...others].map((other) => tables.query({ ...asked, ...other })),
    )
    // All columns of this table are this one.
    expect(results[1]?.rows).toBe(results[0]?.rows)
    expect(results.slice(1).map(({ pagination }) => pagination)).toEqual([
      { page: 1, limit: 10, total: 1, totalPages: 1 },
      { page: 2, limit: 10, total: 1, totalPages: 1 },
      { page: 1, limit: 20, total: 1, totalPages: 1 },
      { page: 1, limit: 10, total: 0, totalPages: 0 },
    ])
  })

  it('sees what had been committed when it asked', async () => {
    const writer = await t.storage.open(t.database.url)
    let committed = 1
    let hasStopped = false
    const write = async (): Promise<void> => {
      for (let id = 1; !hasStopped; id++) {
        await writer.run(`insert into growing (id) values (${id})`)
        committed++
        // Bursts, so that a total is kept in between. A writer of SQLite shares this thread.
        await delay(id % 20 === 0 ? 20 : 1)
      }
    }
    let answers = 0
    const ask = async (): Promise<void> => {
      for (; answers < ANSWERS; answers++) {
        // Out of step, so that some ask in the middle of another's read.
        await delay(answers % 4)
        const before = committed
        const { pagination } = await tables.query({ ...asked })
        expect(pagination.total).toBeGreaterThanOrEqual(before)
      }
    }
    const writing = write()
    try {
      await Promise.all(Array.from({ length: CROWD }, ask))
    } finally {
      hasStopped = true
      await writing
      await writer.close()
    }
    expect(committed).toBeGreaterThan(20)
  })
})
