/**
 * Requests that wait for a connection with a count make it once for all.
 *
 * @quiet A write to any database of the server changes the counters.
 */
import { createConnection, type Connection } from 'mysql2/promise'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { startTestApp } from '../../test/support/test-app'
import { testClock } from '../../test/support/test-clock'
import { untilStill } from '../../test/support/until-still'
import { waitUntil } from '../../test/support/wait-until'

/** Milliseconds; the counters are stable after a second. */
const STABLE = 1100

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

describeEachServer('mysql', 'counts that wait for a connection', (server) => {
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
  }, 60_000)

  it('are made once more when data has changed during the count for which all wait', async () => {
    const { url } = await server.serve([
      'create table awaited (id int primary key) engine = InnoDB',
      `insert into awaited values ${MANY.map((id) => `(${id})`).join()}`,
      'create table other (id int primary key) engine = InnoDB',
    ])
    const writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await untilStill(url)
    const clock = testClock(() => 0)
    const connection = recordedConnection(url, { poolSize: 1, now: clock.now })
    const tables = createTableService(connection, connection.dialect, {
      now: slowCounts(connection),
    })
    try {
      await tables.describeTable('awaited')
      await connection.changes?.refresh?.()
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
  }, 60_000)

  it('are not made again after the first request, if nothing is written after the start', async () => {
    const { url } = await server.serve(['create table kept (id int primary key) engine = InnoDB'])
    const observer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    try {
      await waitUntil(async () => {
        await untilStill(url)
        const before = await counters(observer)
        const headers = await headersOfFirstRequest(url)
        // InnoDB also writes on its own, now and then; then this has not tested anything.
        if ((await counters(observer)) !== before) return false
        expect(headers).toHaveProperty('etag')
        return true
      }, 50_000)
    } finally {
      await observer.end()
    }
  }, 60_000)
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

/** The counters of both servers that move with each write. */
async function counters(observer: Connection): Promise<string> {
  const [rows] = await observer.query(`show global status where variable_name in (
    'Innodb_lsn_current', 'Innodb_log_write_requests', 'Innodb_os_log_written', 'Innodb_rows_inserted',
    'Innodb_rows_updated', 'Innodb_rows_deleted', 'Innodb_system_rows_inserted',
    'Innodb_system_rows_updated', 'Innodb_system_rows_deleted')`)
  return JSON.stringify(rows)
}
