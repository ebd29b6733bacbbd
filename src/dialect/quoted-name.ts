/** Names of tables and columns as SQL text that passes through knex unharmed. */

/**
 * knex reads every `?` in a text as a place for a binding, in quoted names too, and its `\?` escape
 * mangles a name that has a backslash there itself. So a `?` of a name travels through knex as NUL,
 * which no engine allows in a name, and becomes `?` again when the statement goes to the driver.
 */
const QUESTION_MARK = '\0'

/** Quotes a name with the given quote character, doubled inside, so that it survives knex. */
export function quoteName(name: string, quote: '"' | '`'): string {
  return quote + disguiseQuestionMarks(name.replaceAll(quote, quote + quote)) + quote
}

/** For SQL text of the catalogue that has names in it, quoted already. */
export function disguiseQuestionMarks(sql: string): string {
  return sql.replaceAll('?', QUESTION_MARK)
}

/**
 * The table of every statement goes by this alias, and columns are only named with it: a bare name in
 * `order by` would mean an output column of that name first.
 */
const TABLE = 't'

export function aliasedTable(from: string): string {
  return `${from} as ${TABLE}`
}

export function columnOf(quotedName: string): string {
  return `${TABLE}.${quotedName}`
}

/** Undoes `disguiseQuestionMarks` in a whole statement, after knex has numbered its bindings. */
export function restoreQuestionMarks(sql: string): string {
  return sql.replaceAll(QUESTION_MARK, '?')
}
