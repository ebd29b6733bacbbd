import type { Cell } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'

/**
 * The rows of a page's statement, once it is certain that each key it has found belongs to exactly one
 * of them. A unique key can be dropped, and values repeated or NULL, since the table was described.
 * @throws TableChangedError when a key has no row or several
 */
export function oneForEachKey(rows: Cell[][]): Cell[][] {
  const found = rows[0]?.[2] ?? null
  if (found === null || Number(found) === 0) return rows
  if (rows.length === Number(found) && rows.every((row) => row[2] === found)) return rows
  throw new TableChangedError()
}
