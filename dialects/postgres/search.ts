import type { TextMatcher } from '../../src/dialect/schema'
import type { CharacterClass } from '../../src/dialect/search-pattern'
import type { CatalogueColumn } from './column-schema'

/**
 * A case-sensitive regular expression of classes: unlike `lower(x) like`, it leaves a trigram index
 * on the column usable, and unlike ILIKE it does not fold by the column's collation.
 * https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export function textMatcher(sql: string, column: CatalogueColumn): TextMatcher {
  if (column.encoding !== 'UTF8') return byteMatcher(sql, column.encoding)
  // Types whose own `~` is case-insensitive, pads or does not exist are searched as text. A plain
  // column stays as it is, so that an index on it can serve.
  const isPlainText = ['text', 'varchar'].includes(column.type_chain[0].name)
  const text = `${sql}${isPlainText ? '' : '::text'}${column.is_nondeterministic ? ' collate "C"' : ''}`
  return (pattern) => ({
    sql: `${text} ~ ?`,
    bindings: [pattern.map(regexClass).join('')],
  })
}

function regexClass(characters: CharacterClass): string {
  const [only] = characters
  if (characters.length > 1) return `[${characters.join('')}]`
  // A backslash before an ASCII letter or digit would have a meaning; before these it takes it away.
  return /[.^$*+?()[\]{}|\\]/.test(only) ? `\\${only}` : only
}

/**
 * A database of another encoding refuses a pattern with a character that it lacks, and almost every
 * pattern has one: s is also ſ (U+017F), k also U+212A. There the bytes of UTF-8 are compared, two
 * hexadecimal digits each. SQL_ASCII stands for bytes of no known meaning, which are taken as they are.
 * https://www.postgresql.org/docs/current/multibyte.html
 */
function byteMatcher(sql: string, encoding: string): TextMatcher {
  const target = encoding === 'SQL_ASCII' ? encoding : 'UTF8'
  return (pattern) => ({
    sql: `encode(convert_to(${sql}::text, '${target}'), 'hex') collate "C" ~ ?`,
    bindings: [`^(..)*${pattern.map(byteClass).join('')}`],
  })
}

function byteClass(characters: CharacterClass): string {
  return `(${characters.map((character) => Buffer.from(character).toString('hex')).join('|')})`
}
