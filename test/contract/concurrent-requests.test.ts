/** Concurrent equal requests share their rows, and no response is older than its request. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import { besideWriter } from '../support/beside-writer'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { effort } from '../support/effort'

const RESPONSES = effort(400, 1000)
const CLIENTS = 5

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

withoutApp(describeEachDialect)('concurrent requests', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url)
    tables = createTableService(connection, connection.dialect)
  })
  afterAll(() => connection.close())

  const query = { table: 'growing', page: 1, limit: 10, filter: '', sort: [] }

  it('with different parameters get different results', async () => {
    // Fills the catalogue cache, so that the next requests are planned at the same moment.
    await tables.query(query)
    const others = [{ columns: ['id'] }, { page: 2 }, { limit: 20 }, { filter: 'x' }]
    const results = await Promise.all(
      [{}, ...others].map((other) => tables.query({ ...query, ...other })),
    )
    // The table has no other column, so these two requests are equal and share their rows.
    expect(results[1]?.rows).toBe(results[0]?.rows)
    expect(results.slice(1).map(({ pagination }) => pagination)).toEqual([
      { page: 1, limit: 10, total: 1, totalPages: 1 },
      { page: 2, limit: 10, total: 1, totalPages: 1 },
      { page: 1, limit: 20, total: 1, totalPages: 1 },
      { page: 1, limit: 10, total: 0, totalPages: 0 },
    ])
  })

  it('see all rows that were committed before they began', async () => {
    const writer = await t.storage.open(t.database.url)
    let committed = 1
    const write = async (hasStopped: () => boolean): Promise<void> => {
      for (let id = 1; !hasStopped(); id++) {
        await writer.run(`insert into growing (id) values (${id})`)
        committed++
        // Pauses between bursts, in which totals are cached. The writer of SQLite shares this thread.
        await delay(id % 20 === 0 ? 20 : 1)
      }
    }
    let responses = 0
    const read = async (): Promise<void> => {
      for (; responses < RESPONSES; responses++) {
        // Out of step, so that some requests arrive during a read of another one.
        await delay(responses % 4)
        const before = committed
        const { pagination } = await tables.query({ ...query })
        expect(pagination.total).toBeGreaterThanOrEqual(before)
      }
    }
    try {
      await besideWriter(write, Array<typeof read>(CLIENTS).fill(read))
    } finally {
      await writer.close()
    }
    expect(committed).toBeGreaterThan(20)
  })
})
