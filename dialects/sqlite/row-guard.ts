/** Makes a statement fail before SQLite reads a large row, which can take seconds and much memory. */
import { columnOf, quoteName, restoreQuestionMarks } from '../../src/dialect/quoted-name'

/** Half of the terms that an expression of SQLite may have. https://www.sqlite.org/limits.html */
const MAX_COLUMNS = 500

const SELECT = 'select '

/** Fails when it is computed: no integer is the absolute value of the smallest one. */
const FAIL = 'abs(-9223372036854775808)'

/**
 * Adds a first cell to the statement's rows. SQLite computes it before the others, and finds the length
 * of a value without reading the value.
 * @param columns names of the columns that the statement selects
 * @param maxBytes of the values of a row
 * @returns `undefined` if the statement cannot be guarded
 */
export function withRowGuard(
  sql: string,
  columns: readonly string[],
  maxBytes: number,
): string | undefined {
  if (columns.length > MAX_COLUMNS || !sql.startsWith(SELECT)) return undefined
  const lengths = columns.map(
    (name) => `ifnull(octet_length(${columnOf(quoteName(name, '"'))}), 0)`,
  )
  const size = restoreQuestionMarks(['0', ...lengths].join(' + '))
  return `${SELECT}case when ${size} > ${maxBytes} then ${FAIL} end, ${sql.slice(SELECT.length)}`
}
