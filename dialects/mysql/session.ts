/** What is asked of one of mysql2's connections beyond what knex asks. */
import type { Knex } from 'knex'
import type { Connection, QueryOptions } from 'mysql2'
import type { Cell } from '../../src/dialect/schema'
import type { SessionControl } from '../../src/dialect/session'
import type { CompiledStatement } from '../../src/dialect/sql-fragment'

/**
 * Prepares the statement on the server, once a session. Else the driver would write the values into
 * the text, with backslashes that NO_BACKSLASH_ESCAPES turns into text: an injection.
 */
export function execute(
  session: Connection,
  statement: QueryOptions,
  bindings: readonly Cell[],
): Promise<[rows: unknown, fields: unknown]> {
  const values = bindings.map((value) => (typeof value === 'bigint' ? String(value) : value))
  return new Promise((resolve, reject) => {
    session.execute(statement, values, (error, rows, fields) => {
      if (error) reject(error)
      else resolve([rows, fields])
    })
  })
}

export async function readCells(
  session: Connection,
  { sql, bindings }: CompiledStatement,
): Promise<Cell[][]> {
  const [rows] = await execute(session, { sql, rowsAsArray: true }, bindings)
  return rows as Cell[][]
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

export function sessionControl({ client }: Knex): SessionControl<Connection> {
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
    destroy: (session) => {
      session.destroy()
    },
    isTimeout: (error) => TIMEOUTS.has(errorNumber(error)),
  }
}
