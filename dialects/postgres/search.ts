import type { Dialect } from '../../src/dialect/dialect'
import type { CharacterClass } from '../../src/dialect/search-pattern'

/**
 * A case-sensitive regular expression of classes: unlike `lower(x) like`, it leaves a trigram index
 * on the column usable, and unlike ILIKE it does not fold by the column's collation.
 * https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export const contains: Dialect['contains'] = ({ searchable }, pattern) => ({
  sql: `${searchable} ~ ?`,
  bindings: [pattern.map(regexClass).join('')],
})

function regexClass(characters: CharacterClass): string {
  const [only] = characters
  if (characters.length > 1) return `[${characters.join('')}]`
  // A backslash before an ASCII letter or digit would have a meaning; before these it takes it away.
  return /[.^$*+?()[\]{}|\\]/.test(only) ? `\\${only}` : only
}
