/** What is asked of one of mysql2's connections beyond what knex asks. */
import type { Knex } from 'knex'
import type { Connection, FieldPacket, QueryOptions } from 'mysql2'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import { discard, type SessionControl } from '../../src/dialect/session'
import type { CompiledStatement } from '../../src/dialect/sql-fragment'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { isOfType } from './result-type'

/** The types of mysql2 leave the socket out. */
export type Session = Connection & { readonly stream: { destroy(): void } }

/** At once: the driver's own way says good-bye first, and waits for the other side to do so. */
export function drop(session: Session): void {
  discard(session)
  session.stream.destroy()
}

/**
 * Prepares the statement on the server, once a session. Else the driver would write the values into
 * the text, with backslashes that NO_BACKSLASH_ESCAPES turns into text: an injection.
 */
export function execute(
  session: Connection,
  statement: QueryOptions,
  bindings: readonly Cell[],
): Promise<[rows: unknown, fields: unknown]> {
  const values = textValues(bindings)
  return new Promise((resolve, reject) => {
    session.execute(statement, values, (error, rows, fields) => {
      if (error) reject(error)
      else resolve([rows, fields])
    })
  })
}

/**
 * @throws ResultTooLargeError; the session is gone then
 * @throws TableChangedError
 */
export function readCells(
  session: Session,
  planned: CompiledStatement,
  mostBytes: number,
): Promise<Cell[][]> {
  const { sql, bindings } = planned
  let fail: (error: Error) => void = () => undefined
  return new Promise<Cell[][]>((resolve, reject) => {
    fail = reject
    // A statement that has no callback is not told when its connection is lost; the connection is.
    // https://github.com/sidorares/node-mysql2/blob/v3.24.0/lib/base/connection.js: _notifyError
    session.on('error', fail)
    const statement = session.execute({ sql, rowsAsArray: true }, textValues(bindings))
    const rows: Cell[][] = []
    let fields: readonly FieldPacket[] = []
    let bytes = 0
    statement.on('fields', (described: FieldPacket[]) => {
      fields = described
    })
    statement.on('result', (row: unknown) => {
      const cells = row as Cell[]
      bytes += sizeOfRow(cells)
      if (bytes <= mostBytes) rows.push(cells)
      else {
        reject(new ResultTooLargeError(mostBytes))
        // There is no way to have the rest of a result withheld.
        drop(session)
      }
    })
    statement.on('error', reject)
    statement.on('end', () => {
      if (isAsPlanned(planned, fields, isOfType)) resolve(rows)
      else reject(new TableChangedError())
    })
  }).finally(() => session.off('error', fail))
}

/** ER_OUT_OF_SORTMEMORY */
const OUT_OF_SORT_MEMORY = 1038

/**
 * Bytes: a sort needs room for fifteen rows, with 1,024 bytes for each long text among its terms, of
 * which a table has 4,096 at most. The server takes only what it uses.
 */
const SORT_BUFFER = 128 * 1024 * 1024

/** Runs a read, once more with a larger sort buffer when the server's own has no room for its rows. */
export async function withSortMemory<Result>(
  session: Session,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (errorNumber(error) !== OUT_OF_SORT_MEMORY) throw error
    await session.promise().query(`set session sort_buffer_size = ${SORT_BUFFER}`)
    return await read().finally(async () => {
      // A session that cannot be set back is not lent again.
      await session
        .promise()
        .query('set session sort_buffer_size = default')
        .catch(() => {
          drop(session)
        })
    })
  }
}

/** The driver would send a bigint as a number that has been rounded. */
function textValues(bindings: readonly Cell[]): (string | number | Buffer | null)[] {
  return bindings.map((value) => (typeof value === 'bigint' ? String(value) : value))
}

/**
 * MySQL's ER_QUERY_TIMEOUT and MariaDB's ER_STATEMENT_TIMEOUT, which the driver has no name for.
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const TIMEOUTS: ReadonlySet<unknown> = new Set([3024, 1969])

function errorNumber(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errno' in error ? error.errno : undefined
}

export function sessionControl(
  { client }: Knex,
  abandon: (session: Session) => void,
): SessionControl<Session> {
  const pool = client as Knex.Client
  return {
    cancel: async (session) => {
      const other = (await pool.acquireRawConnection()) as Connection
      try {
        await other.promise().query(`kill query ${session.threadId}`)
      } finally {
        await pool.destroyRawConnection(other)
      }
    },
    destroy: drop,
    abandon,
    isTimeout: (error) => TIMEOUTS.has(errorNumber(error)),
  }
}
