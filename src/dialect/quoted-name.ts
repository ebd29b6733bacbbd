/** Quotes names of tables and columns for SQL text that knex processes. */

/**
 * knex treats every `?` as a binding, in quoted names too, and its escape `\?` corrupts names in which a
 * backslash precedes a `?`. So NUL, which no engine allows in a name, replaces each `?` of a name until
 * the statement is sent to the driver.
 */
const QUESTION_MARK = '\0'

/** Quotes a name and doubles quote characters in it. */
export function quoteName(name: string, quote: '"' | '`'): string {
  return quote + disguiseQuestionMarks(name.replaceAll(quote, quote + quote)) + quote
}

/** For SQL text from the catalogue that contains quoted names. */
export function disguiseQuestionMarks(sql: string): string {
  return sql.replaceAll('?', QUESTION_MARK)
}

/**
 * Alias of the table in every statement. It qualifies every column, because an unqualified name in
 * `order by` means an output column of that name first.
 */
const TABLE = 't'

export function aliasedTable(from: string): string {
  return `${from} as ${TABLE}`
}

export function columnOf(quotedName: string): string {
  return `${TABLE}.${quotedName}`
}

/** Reverts `disguiseQuestionMarks` in a statement, after knex has numbered its bindings. */
export function restoreQuestionMarks(sql: string): string {
  return sql.replaceAll(QUESTION_MARK, '?')
}
