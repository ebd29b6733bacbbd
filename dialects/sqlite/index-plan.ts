/** Reads SQLite's plan of a statement: https://www.sqlite.org/eqp.html */
import type { RowsInOrder } from '../../src/dialect/statement'
import type { FileConnection, FileStatement } from './file-connection'

/**
 * The only step of a plan that reads a table or an index from its first or last row on. Plans of other
 * steps sort, or read rows that the result does not contain.
 */
const FROM_END = /^SCAN \S+( USING (COVERING )?INDEX \S+)?$/

/** The only step of a plan that reads a table or an index from a key on. */
const FROM_KEY = /^SEARCH \S+ USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \S+) \(\S+[<>]\?\)$/

/**
 * Whether the statement reads only the rows in its order.
 * @param contents see `FileConnection.rows`
 */
export function followsIndex(
  connection: FileConnection,
  { sql, bindings }: FileStatement,
  { areAfterKey }: RowsInOrder,
  contents: string,
): boolean {
  const explain = { sql: `explain query plan ${sql}`, bindings, asCells: true }
  const steps = [...connection.cells(explain, contents)]
  const plan = areAfterKey ? FROM_KEY : FROM_END
  return steps.length === 1 && plan.test(String(steps[0]?.[3]))
}
