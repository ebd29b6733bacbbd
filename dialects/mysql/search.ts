import type { Dialect } from '../../src/dialect/dialect'
import type { CharacterClass } from '../../src/dialect/search-pattern'

/**
 * The column's character set and collation are taken out of it: LIKE would fold by the collation,
 * which may ignore accents too, and a binary collation makes the classes alone decide.
 * https://dev.mysql.com/doc/refman/en/regexp.html https://mariadb.com/kb/en/pcre/
 */
export const contains: Dialect['contains'] = ({ searchable }, pattern) => ({
  sql: `convert(${searchable} using utf8mb4) collate utf8mb4_bin regexp ?`,
  bindings: [pattern.map(regexClass).join('')],
})

function regexClass(characters: CharacterClass): string {
  const [only] = characters
  if (characters.length > 1) return `[${characters.join('')}]`
  return /[.^$*+?()[\]{}|\\]/.test(only) ? `\\${only}` : only
}
