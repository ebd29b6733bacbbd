import type { TextMatcher } from '../../src/dialect/schema'
import {
  LONG_PATTERN,
  oncePerPattern,
  regexOf,
  type CharacterClass,
  type SearchPattern,
} from '../../src/dialect/search-pattern'
import type { CatalogueColumn } from './column-schema'
import { printedValue } from './printed-value'

/** Also for `varchar`, for which a user may have made an operator that would take precedence. */
const MATCHES = 'operator(pg_catalog.~)'

/**
 * A case-sensitive regular expression of character classes: unlike `lower(x) like`, it leaves a
 * trigram index on the column usable, and unlike ILIKE it does not fold by the column's collation.
 * https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export function textMatcher(sql: string, column: CatalogueColumn): TextMatcher {
  const [base] = column.type_chain
  const printed = printedValue(sql, base)
  if (column.encoding !== 'UTF8') return byteMatcher(printed, column.encoding)
  // Types whose own `~` is case-insensitive, pads or does not exist are searched as text. A column of
  // plain text is not cast, so that an index on it stays usable.
  const isPlainText = base.name === 'text' || base.name === 'varchar'
  const text = `${isPlainText ? sql : printed}${column.is_nondeterministic ? ' collate "C"' : ''}`
  return inOrder(text, (pattern) => ({ sql: `${text} ${MATCHES} ?`, bindings: [regexOf(pattern)] }))
}

/**
 * For a long pattern, three conditions in an order that Postgres keeps: its start, for which an index can be used; the
 * size of the text, which is known without reading a value that is stored apart; and all of it. Of plain conditions,
 * Postgres would evaluate the size last, because a function costs it more than an operator.
 * @param text SQL of the text
 */
function inOrder(text: string, matches: TextMatcher): TextMatcher {
  return (pattern) => {
    const whole = matches(pattern)
    if (pattern.length < LONG_PATTERN) return whole
    const start = matches(startOf(pattern))
    return {
      sql: `(${start.sql} and case when pg_catalog.octet_length(${text}) >= ? then ${whole.sql} else false end)`,
      bindings: [...start.bindings, pattern.length, ...whole.bindings],
    }
  }
}

const startOf = oncePerPattern((pattern): SearchPattern => pattern.slice(0, LONG_PATTERN))

/**
 * A database of another encoding refuses a pattern with a character that the encoding lacks, and almost
 * every pattern has one: the class of s contains ſ (U+017F), that of k contains U+212A. So the search
 * compares the bytes of UTF-8, as two hexadecimal digits each. SQL_ASCII means bytes of an unknown
 * encoding, which are compared unconverted.
 * https://www.postgresql.org/docs/current/multibyte.html
 */
function byteMatcher(text: string, encoding: string): TextMatcher {
  const target = encoding === 'SQL_ASCII' ? encoding : 'UTF8'
  return inOrder(text, (pattern) => ({
    sql: `pg_catalog.encode(pg_catalog.convert_to(${text}, '${target}'), 'hex') collate "C" ${MATCHES} ?`,
    bindings: [byteRegexOf(pattern)],
  }))
}

const byteRegexOf = oncePerPattern((pattern) => `^(..)*${pattern.map(byteClass).join('')}`)

function byteClass(characters: CharacterClass): string {
  return `(${characters.map((character) => Buffer.from(character).toString('hex')).join('|')})`
}
