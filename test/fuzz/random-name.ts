/** Random names of tables and columns that every engine allows. */
import fc from 'fast-check'
import { text } from './values'

/** Names with a meaning in an engine, in SQL, in JavaScript, or in a statement of this program. */
const WORDS =
  'id rowid oid name order select 1 __proto__ constructor a.b t total cell x? \\? $1 :a " *'.split(
    ' ',
  )

/**
 * MySQL allows no characters above U+FFFF, no trailing blanks and at most 64 characters. In a view,
 * it drops control characters at the start of a column's name and then does not find the column. In a
 * view, SQLite renames a column that is named `true` or `false`.
 */
export const randomName = fc
  .oneof(text, fc.constantFrom(...WORDS))
  .map((raw) =>
    raw
      .replace(/[\u{10000}-\u{10ffff}\uffff]/gu, '')
      .slice(0, 20)
      .replace(/^[\s\0-\x20\x7f]+|\s+$/g, ''),
  )
  .filter((trimmed) => trimmed !== '' && !/^(sqlite_.*|true|false)$/is.test(trimmed))

/** Folds a column name. Names with equal results may be the same column in some engine. */
export const looseName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .trim()
