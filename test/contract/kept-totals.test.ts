/** A cached total is always the one that a count in the response's own snapshot would give. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachEngine } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { effort } from '../support/effort'

const ANSWERS = effort(1000, 3000)

/**
 * Each transaction that adds or removes rows also writes into the first row how many there are then,
 * all and odd ones, so every snapshot of the data carries its own truth.
 */
const fixture: Fixture = {
  tables: [
    {
      name: 'ledger',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'kind', type: { kind: 'varchar', length: 20 } },
        { name: 'rows_now', type: { kind: 'integer' } },
        { name: 'odd_now', type: { kind: 'integer' } },
      ],
      primaryKey: ['id'],
      rows: () => [[0, 'odd even', 1, 1]],
    },
  ],
  views: [],
}

describeEachEngine('while others write', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url)
    tables = createTableService(connection, connection.dialect)
  })
  afterAll(() => connection.close())

  let hasStopped = false
  let written = 0

  /** Bursts with pauses: a total is worth keeping in the one and never in the other. */
  async function write(): Promise<void> {
    const writer = await t.storage.open(t.database.url)
    const pairs: number[] = []
    for (let id = 1; !hasStopped; id += 2, written++) {
      const gone = written % 3 === 2 ? pairs.pop() : undefined
      // Now and then nothing of it was true.
      const isKept = written % 10 !== 9
      await writer.run('begin')
      await changeRows(writer, id, gone)
      await writer.run(isKept ? 'commit' : 'rollback')
      if (isKept !== (gone !== undefined)) pairs.push(gone ?? id)
      await delay(id % 160 < 80 ? 1 : 25)
    }
    await writer.close()
  }

  async function changeRows(writer: FixtureWriter, id: number, gone?: number): Promise<void> {
    const by = gone === undefined ? 1 : -1
    await writer.run(
      `update ledger set rows_now = rows_now + ${2 * by}, odd_now = odd_now + ${by} where id = 0`,
    )
    await writer.run(
      gone === undefined
        ? `insert into ledger (id, kind, rows_now, odd_now)
           values (${id}, 'odd', 0, 0), (${id + 1}, 'even', 0, 0)`
        : `delete from ledger where id in (${gone}, ${gone + 1})`,
    )
  }

  it('every total is that of its own snapshot', async () => {
    let answers = 0
    const read = async (reader: number): Promise<void> => {
      while (answers < ANSWERS) {
        const isFiltered = (answers + reader) % 3 === 0
        const { rows, pagination } = await tables.query({
          ...{ table: 'ledger', page: 1, limit: 1 + (answers % 40), sort: [] },
          filter: isFiltered ? 'odd' : '',
        })
        const truth = rows[0]?.[isFiltered ? 3 : 2]
        expect([isFiltered, pagination.total]).toEqual([isFiltered, Number(truth)])
        answers++
        if (answers % 5 === 0) await delay(1)
      }
    }
    const writing = write()
    try {
      await Promise.all(Array.from({ length: 6 }, (_, reader) => read(reader)))
    } finally {
      hasStopped = true
      await writing
    }
    expect(written).toBeGreaterThan(30)
    const counted = connection.statements.filter(({ sql }) => sql.includes('count(*) from'))
    // Where nothing proves a total, each is counted.
    expect(counted.length < connection.statements.length).toBe(t.provesNoChange)
  }, 120_000)
})
