/** Names of tables and columns that every engine can have. */
import fc from 'fast-check'
import { text } from './values'

/** Names that mean something to an engine, to SQL, to JavaScript, or to a statement of this program. */
const WORDS =
  'id rowid oid name order select 1 __proto__ constructor a.b t total cell x? \\? $1 :a " *'.split(
    ' ',
  )

/**
 * MySQL's names have no characters beyond U+FFFF, no blanks at the end and 64 characters; and in a
 * view it forgets the controls that a name begins with, and then the column itself. In a view of
 * SQLite's, a column called `true` or `false` gets another name.
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

/** What the laxest engine takes for the same name of a column. */
export const looseName = (of: string): string =>
  of
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .trim()
