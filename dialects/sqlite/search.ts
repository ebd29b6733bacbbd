import type { Dialect } from '../../src/dialect/dialect'
import type { CharacterClass } from '../../src/dialect/search-pattern'

/**
 * GLOB is SQLite's only case-sensitive matcher with character classes. It would read numbers and
 * blobs as text, which a column without a strict type may hold, so those are left out first.
 * https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators
 */
export const contains: Dialect['contains'] = ({ searchable }, pattern) => ({
  sql: `(typeof(${searchable}) = 'text' and ${searchable} glob ?)`,
  bindings: [`*${pattern.map(globClass).join('')}*`],
})

function globClass(characters: CharacterClass): string {
  const [only] = characters
  // The metacharacters have no variants; in brackets they stand for themselves.
  if (characters.length === 1) return '*?['.includes(only) ? `[${only}]` : only
  return `[${characters.join('')}]`
}
