/** Requests that wait for a connection share a count, and each response is from one snapshot. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import { besideWriter } from '../support/beside-writer'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'

const CLIENTS = 30
const LIMIT = 4
const RESPONSES = effort(300, 6000)

/** Rows are added and deleted in pairs, with consecutive ids. */
const fixture: Fixture = {
  tables: [
    {
      name: 'pairs',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [[1], [2]],
    },
    {
      name: 'texts',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'varchar', length: 3000 } },
      ],
      primaryKey: ['id'],
      rows: () => [],
    },
  ],
  views: [],
}

withoutApp(describeEachDialect)('requests that wait while data changes', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url, { poolSize: 2, maxWaiting: CLIENTS })
    tables = createTableService(connection, connection.dialect)
  })
  afterAll(() => connection.close())

  async function write(hasStopped: () => boolean): Promise<void> {
    const writer = await t.storage.open(t.database.url)
    let last = 2
    while (!hasStopped()) {
      if (last < 40) await writer.run(`insert into pairs (id) values (${++last}), (${++last})`)
      else {
        last = 2
        await writer.run('delete from pairs where id > 2')
      }
      await delay(1)
    }
    await writer.close()
  }

  it('returns the rows that the total of each response counts', async () => {
    const totals = new Set<number>()
    let responses = 0
    const read = async (): Promise<void> => {
      while (responses < RESPONSES) {
        const page = 1 + (responses++ % 12)
        const query = { table: 'pairs', page, limit: LIMIT, filter: '', sort: [] }
        const { rows, pagination } = await tables.query(query)
        const { total } = pagination
        totals.add(total)
        expect(total % 2).toBe(0)
        const first = (page - 1) * LIMIT + 1
        const length = Math.max(0, Math.min(LIMIT, total - first + 1))
        expect(rows.map(([id]) => Number(id))).toEqual(
          Array.from({ length }, (_, index) => first + index),
        )
      }
    }
    await besideWriter(write, Array<typeof read>(CLIENTS).fill(read))
    expect(totals.size).toBeGreaterThan(3)
    const counts = connection.statements.filter(({ sql }) => sql.includes('count(*)')).length
    if (t.hasSnapshots) expect(counts).toBeLessThan(RESPONSES / 3)
  }, 60_000)

  it('returns the other pages if one is too large', async () => {
    const large = await t.storage.open(t.database.url)
    await large.run(
      `insert into texts (id, word) values (1, 'a'), (2, '${'b'.repeat(2000)}'), (3, 'c')`,
    )
    await large.close()
    const limited = recordedConnection(t.database.url, { poolSize: 1, maxBytes: 1000 })
    const service = createTableService(limited, limited.dialect)
    try {
      await service.describeTable('texts')
      const busy = limited.readRows({ sql: 'select 1', bindings: [] })
      const pages = [1, 2, 3].map((page) =>
        service.query({ table: 'texts', page, limit: 1, filter: '', sort: [] }),
      )
      const results = await Promise.allSettled(pages)
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      await busy
      const reads = limited.statements.length
      const alone = service.query({ table: 'texts', page: 2, limit: 1, filter: '', sort: [] })
      await expect(alone).rejects.toThrow()
      expect(limited.statements).toHaveLength(reads + 1)
    } finally {
      await limited.close()
    }
  })

  it('returns a page whose client is still there when the others have left', async () => {
    const controller = new AbortController()
    const queryOf = (page: number): Parameters<TableService['query']>[0] => ({
      ...{ table: 'pairs', page, limit: 1, filter: '', sort: [] },
    })
    const left = [1, 2, 3, 4].map((page) => tables.query(queryOf(page), controller.signal))
    const stays = tables.query(queryOf(2))
    const leftBefore = left.map((query) => expect(query).rejects.toThrow('left'))
    controller.abort(new Error('left'))
    await Promise.all(leftBefore)
    expect((await stays).rows).toHaveLength(1)
  })
})
