/**
 * A cached total always equals a count in the response's own snapshot.
 *
 * @quiet A write to any database of the server voids all totals.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { Fixture } from '../../fixtures/fixture-table'
import { monotonicClock } from '../../src/clock'
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { effort } from '../support/effort'
import { testClock } from '../support/test-clock'
import { STILL_TEST_TIMEOUT, whileStill } from '../support/while-still'

/** Milliseconds; MySQL and MariaDB must have written nothing for a second. */
const SECOND = 1000

const RESPONSES = effort(300, 3000)

/** Transactions between two pauses of the writer. */
const BURST = effort(40, 80)

/**
 * The first row contains the number of all rows and of odd rows. Each transaction that adds or deletes
 * rows updates them, so every snapshot contains its expected totals.
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

withoutApp(describeEachDialect)('totals during writes', fixture, (t) => {
  /** By which the connection knows how long nothing has been written. */
  const clock = testClock(monotonicClock)
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(() => {
    connection = recordedConnection(t.database.url, { now: clock.now })
    tables = createTableService(connection, connection.dialect)
  })
  afterAll(() => connection.close())

  let hasStopped = false
  let written = 0

  /** Writes in bursts with pauses, because totals are cached in the pauses only. */
  async function write(): Promise<void> {
    const writer = await t.storage.open(t.database.url)
    const pairs: number[] = []
    for (let id = 1; !hasStopped; id += 2, written++) {
      const deleted = written % 3 === 2 ? pairs.pop() : undefined
      // Some transactions are rolled back.
      const isCommitted = written % 10 !== 9
      await writer.run('begin')
      await changeRows(writer, id, deleted)
      await writer.run(isCommitted ? 'commit' : 'rollback')
      if (isCommitted !== (deleted !== undefined)) pairs.push(deleted ?? id)
      const inBurst = written % BURST
      if (inBurst === BURST - 1) await untilCached()
      else await delay(inBurst < BURST / 2 ? 1 : 25)
    }
    await writer.close()
  }

  const counts = (): number =>
    connection.statements.filter(({ sql }) => sql.includes('count(*) from')).length

  /** How often `untilCached` has seen reads that used the cached total. */
  let cachedTimes = 0

  /**
   * Waits until statements run without a count, for 30 seconds at most. MySQL and MariaDB cache totals
   * a second after the last change, and purge deleted rows some time after a commit.
   */
  async function untilCached(): Promise<void> {
    const end = performance.now() + 30_000
    for (let quiet = 0; quiet < 2 && !hasStopped && performance.now() < end;) {
      const [counted, run] = [counts(), connection.statements.length]
      await delay(50)
      if (connection.statements.length > run) quiet = counts() === counted ? quiet + 1 : 0
      if (quiet === 2) cachedTimes++
    }
  }

  async function changeRows(writer: FixtureWriter, id: number, deleted?: number): Promise<void> {
    const by = deleted === undefined ? 1 : -1
    await writer.run(
      `update ledger set rows_now = rows_now + ${2 * by}, odd_now = odd_now + ${by} where id = 0`,
    )
    await writer.run(
      deleted === undefined
        ? `insert into ledger (id, kind, rows_now, odd_now)
           values (${id}, 'odd', 0, 0), (${id + 1}, 'even', 0, 0)`
        : `delete from ledger where id in (${deleted}, ${deleted + 1})`,
    )
  }

  it(
    'match the snapshot of their response',
    async () => {
      let responses = 0
      const read = async (reader: number): Promise<void> => {
        while (responses < RESPONSES || written <= BURST) {
          const isFiltered = (responses + reader) % 3 === 0
          const { rows, pagination } = await tables.query({
            ...{ table: 'ledger', page: 1, limit: 1 + (responses % 40), sort: [] },
            filter: isFiltered ? 'odd' : '',
          })
          const expected = rows[0]?.[isFiltered ? 3 : 2]
          expect([isFiltered, pagination.total]).toEqual([isFiltered, Number(expected)])
          responses++
          // The writes take longer than the responses on some engines.
          if (responses > RESPONSES) await delay(20)
          else if (responses % 5 === 0) await delay(1)
        }
      }
      const writing = write()
      try {
        await Promise.all(Array.from({ length: 6 }, (_, reader) => read(reader)))
      } finally {
        hasStopped = true
        await writing
      }
      expect(cachedTimes).toBeGreaterThan(0)
      expect(await countsOfCached()).toBe(0)
    },
    120_000 + STILL_TEST_TIMEOUT,
  )

  const totalOf = async (page: number): Promise<number> => {
    const query = { table: 'ledger', page, limit: 1, filter: '', sort: [] }
    return (await tables.query(query)).pagination.total
  }

  /**
   * The number of counts for a total that is cached: without writes, a request needs none after one that has seen the
   * state of the server for a second.
   */
  const countsOfCached = (): Promise<number> =>
    whileStill(t, t.database.url, async () => {
      for (let reads = 0; reads < 2; reads++) {
        clock.advance(SECOND)
        await totalOf(1)
      }
      const before = counts()
      await totalOf(1)
      return counts() - before
    })

  it(
    'of a page after the last row are counted after a write of another connection',
    async () => {
      const page = 1_000_000
      expect(await countsOfCached()).toBe(0)
      const total = await totalOf(page)
      const writer = await t.storage.open(t.database.url)
      await writer.run(
        `insert into ledger (id, kind, rows_now, odd_now) values (${page}, 'even', 0, 0)`,
      )
      await writer.close()
      expect(await totalOf(page)).toBe(total + 1)
    },
    STILL_TEST_TIMEOUT,
  )
})
