/**
 * The driver refuses a result with a column called `__proto__`, also if the column is of a key that the
 * program reads for itself.
 *
 * @quiet While other tests write to the server, no total is cached, so that no bookmarks are collected.
 */
import { createTableService, type QueryResult } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, untilQuiet } from '../../test/support/recorded-connection'
import { fastClock } from '../../test/support/test-clock'
import { waitUntil } from '../../test/support/wait-until'

const COLUMNS = '`__proto__` integer not null primary key, n integer null'
const ROWS = 60

/** Rows from one bookmark to the next. */
const STEP = 3

describeEachServer('mysql', 'a key called __proto__', (server) => {
  it('orders the rows of a table that only declares it', async () => {
    const app = await server.serve([
      `create table first (${COLUMNS}) engine = myisam`,
      'insert into first values (1, 5), (2, 6)',
      `create table merged (${COLUMNS}) engine = merge union = (first)`,
    ])
    const { text } = await app.get('query?table=merged&columns=n&limit=1&page=2')
    expect(text).toContain('{"data":[{"n":6}]')
  })

  it('is read for bookmarks', async () => {
    const rows = Array.from({ length: ROWS }, (_, id) => `(${id}, ${id % 7})`)
    const url = await server.create([
      `create table numbers (${COLUMNS}, key (n)) engine = InnoDB`,
      `insert into numbers values ${rows.join()}`,
    ])
    const connection = recordedConnection(url, { now: fastClock })
    const tables = createTableService(connection, connection.dialect, { bookmarkStep: STEP })
    // Mixed directions, so that each bookmark needs a statement of its own.
    const sort = [
      { column: 'n', direction: 'asc' },
      { column: '__proto__', direction: 'desc' },
    ] as const
    const read = (page: number): Promise<QueryResult> =>
      tables.query({ table: 'numbers', filter: '', sort, page, limit: 1 })
    try {
      // Until the counters of InnoDB are stable, no total is cached. A failed statement ends the collection.
      await waitUntil(async () => {
        const before = connection.statements.length
        await read(ROWS / 2)
        await untilQuiet(connection)
        return connection.statements.length - before > ROWS / STEP / 2
      })
      const { rows: found } = await read(ROWS / 2)
      expect(found.map((cells) => cells.map(String))).toEqual([['45', '3']])
    } finally {
      await connection.close()
    }
  })
})
