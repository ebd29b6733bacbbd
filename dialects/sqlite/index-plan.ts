/** Reads SQLite's plan of a statement: https://www.sqlite.org/eqp.html */
import type { RowsInOrder } from '../../src/dialect/statement'
import type { FileConnection, FileStatement } from './file-connection'

/**
 * Matches the only step of a plan that reads a table or an index from its first or last row on. Plans with other
 * steps sort, or read rows that the result does not contain.
 */
const FROM_END = /^SCAN \S+(?: USING (COVERING )?INDEX (\S+))?$/

/** Matches the only step of a plan that reads a table or an index from a key on. */
const FROM_KEY = /^SEARCH \S+ USING (?:INTEGER PRIMARY KEY|(COVERING )?INDEX (\S+)) \(\S+[<>]\?\)$/

export interface IndexPlan {
  /** The index whose order the rows have; `undefined` if they have the order of the table. */
  readonly index: string | undefined
  /** Whether the index has all columns of the statement, so that the table is not read. */
  readonly isCovering: boolean
}

/**
 * @param contents see `FileConnection.rows`
 * @returns `undefined` unless the statement reads only the rows in its order
 */
export function indexPlan(
  connection: FileConnection,
  { sql, bindings }: FileStatement,
  { areAfterKey }: RowsInOrder,
  contents: string,
): IndexPlan | undefined {
  const explain = { sql: `explain query plan ${sql}`, bindings, asCells: true }
  const steps = [...connection.cells(explain, contents)]
  if (steps.length !== 1) return undefined
  const step = (areAfterKey ? FROM_KEY : FROM_END).exec(String(steps[0]?.[3]))
  return step ? { index: step[2], isCovering: step[1] !== undefined } : undefined
}
