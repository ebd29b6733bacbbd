import type { Cell } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'

/**
 * Checks that each key that a deferred join has found belongs to exactly one row. Since the table was
 * described, its unique key can have been dropped, and values be repeated or NULL.
 * @throws TableChangedError if a key has no row, or several
 */
export function oneForEachKey(rows: Cell[][]): Cell[][] {
  const found = rows[0]?.[2] ?? null
  if (found === null || Number(found) === 0) return rows
  if (rows.length === Number(found) && rows.every((row) => row[2] === found)) return rows
  throw new TableChangedError()
}
