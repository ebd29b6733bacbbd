/** Makes a statement fail before SQLite reads a large value, which can take seconds and much memory. */
import { columnOf, quoteName, restoreQuestionMarks } from '../../src/dialect/quoted-name'

/** Half of the terms that an expression of SQLite may have. https://www.sqlite.org/limits.html */
export const MAX_COLUMNS = 500

/** How a guarded statement begins: its first cell, the token of the data version, is NULL. */
const SELECT_NULL = 'select null, '

/** Fails when it is computed: no integer is the absolute value of the smallest one. */
const FAIL = 'abs(-9223372036854775808)'

/**
 * Computes the first cell of the statement's rows, which is NULL, so that it fails for a large value. SQLite
 * computes it before the others, and finds the length of a value without reading the value.
 * @param columns names of the columns whose values the statement reads or passes, in the order in which they are
 *   stored, because the length of a number is found only by reading it
 * @param maxBytes of a value
 * @returns `undefined` if the statement cannot be guarded
 */
export function withValueGuard(
  sql: string,
  columns: readonly string[],
  maxBytes: number,
): string | undefined {
  if (columns.length > MAX_COLUMNS || !sql.startsWith(SELECT_NULL)) return undefined
  const isLarge = columns.map(
    (name) => `octet_length(${columnOf(quoteName(name, '"'))}) > ${maxBytes}`,
  )
  const guard = `case when ${['0', ...isLarge].join(' or ')} then ${FAIL} end`
  return `select ${restoreQuestionMarks(guard)}, ${sql.slice(SELECT_NULL.length)}`
}
