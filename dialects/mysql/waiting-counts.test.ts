/**
 * Requests that wait for a connection with a count make it once for all.
 *
 * @quiet A write to any database of the server changes the counters.
 */
import { createConnection } from 'mysql2/promise'
import { createTableService } from '../../src/core/table-service'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { describeOneServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { startTestApp } from '../../test/support/test-app'
import { testClock } from '../../test/support/test-clock'
import { STILL_TEST_TIMEOUT, untilStill, whileStill } from '../../test/support/while-still'

jest.setTimeout(STILL_TEST_TIMEOUT)

/** Milliseconds; the counters are stable after a second. */
const STABLE = 1100

const mysql = dialectForTests('mysql')

const ROWS = [1, 2, 3, 4]
const MANY = Array.from({ length: 12 }, (_, index) => index + 1)

const counts = ({ statements }: RecordedConnection): readonly unknown[] =>
  statements.filter(({ sql }) => sql.includes('count(*)'))

/**
 * A clock by which each count takes ten seconds. Pages share a count for twice the time that it took, and
 * at least for 100 ms, in which a busy machine may not read all of them.
 */
const slowCounts = (connection: RecordedConnection) => (): number =>
  counts(connection).length * 10_000

describeOneServer('mysql', 'counts that wait for a connection', (server) => {
  it('are made once for all, although the counters are not stable', async () => {
    const { url } = await server.serve([
      'create table counted (id int primary key) engine = InnoDB',
      `insert into counted values ${ROWS.map((id) => `(${id})`).join()}`,
    ])
    const connection = recordedConnection(url, { poolSize: 1 })
    const tables = createTableService(connection, connection.dialect, {
      now: slowCounts(connection),
    })
    try {
      await tables.describeTable('counted')
      const busy = connection.readRows({ sql: 'select sleep(0.5)', bindings: [] })
      const pages = ROWS.map((page) =>
        tables.query({ table: 'counted', page, limit: 1, filter: '', sort: [] }),
      )
      await busy
      for (const [index, { rows, pagination }] of (await Promise.all(pages)).entries())
        expect([rows, pagination.total]).toEqual([[[ROWS[index]]], ROWS.length])
      expect(counts(connection)).toHaveLength(1)
    } finally {
      await connection.close()
    }
  })

  it('are made once more when data has changed during the count for which all wait', async () => {
    const { url } = await server.serve([
      'create table awaited (id int primary key) engine = InnoDB',
      `insert into awaited values ${MANY.map((id) => `(${id})`).join()}`,
      'create table other (id int primary key) engine = InnoDB',
    ])
    await untilStill(mysql, url)
    const writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    const clock = testClock(() => 0)
    const connection = recordedConnection(url, { poolSize: 1, now: clock.now })
    const tables = createTableService(connection, connection.dialect, {
      now: slowCounts(connection),
    })
    try {
      await tables.describeTable('awaited')
      await connection.changes.refresh?.()
      clock.advance(STABLE)
      const busy = connection.readRows({ sql: 'select sleep(0.5)', bindings: [] })
      const pages = MANY.map((page) =>
        tables.query({ table: 'awaited', page, limit: 1, filter: '', sort: [] }),
      )
      await writer.query('insert into other values (1)')
      await busy
      for (const [index, { rows, pagination }] of (await Promise.all(pages)).entries())
        expect([rows, pagination.total]).toEqual([[[MANY[index]]], MANY.length])
      expect(counts(connection).length).toBeLessThanOrEqual(2)
    } finally {
      await connection.close()
      await writer.end()
    }
  })

  it('are not made again after the first request, if nothing is written after the start', async () => {
    const { url } = await server.serve(['create table kept (id int primary key) engine = InnoDB'])
    const headers = await whileStill(mysql, url, () => headersOfFirstRequest(url))
    expect(headers).toHaveProperty('etag')
  })
})

async function headersOfFirstRequest(url: string): Promise<Record<string, unknown>> {
  const app = await startTestApp(url)
  try {
    app.expireCaches()
    return (await app.get('query?table=kept')).headers
  } finally {
    await app.stop()
  }
}
