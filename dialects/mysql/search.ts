import type { TextMatcher } from '../../src/dialect/schema'
import { exactMatcher } from './exact-match'
import { uppercaseMatcher } from './uppercase-match'

interface SearchedColumn {
  /** SQL of the column. */
  readonly column: string
  /** The type without its parameters, e.g. `varchar`. */
  readonly dataType: string
  /** `null` for a view, whose columns can have another collation than the catalogue reports. */
  readonly collation: string | null
}

/**
 * @param isRegexpSlow whether the server matches regular expressions more slowly than it compares
 *   texts in upper case
 */
export function textMatcher(
  { column, dataType, collation }: SearchedColumn,
  isRegexpSlow: boolean,
): TextMatcher {
  const text = textOf(column, collation)
  const exact = exactMatcher(column, `${text} collate utf8mb4_bin`, dataType)
  return isRegexpSlow ? uppercaseMatcher(text, exact) : exact
}

/**
 * The column as utf8mb4. Servers copy each text to convert it, even if nothing changes, which takes a
 * third of the time of a search. If the column has another character set by now, the server refuses
 * the collation utf8mb4_bin for it.
 *
 * The column of a view with UNION is utf8mb4 if one of its sources is. MySQL moves the condition into each part.
 * There it omits `convert` for a column of another character set, but not for the result of `coalesce`.
 * https://dev.mysql.com/doc/refman/en/derived-condition-pushdown-optimization.html
 */
function textOf(column: string, collation: string | null): string {
  if (collation === null) return `convert(coalesce(${column}) using utf8mb4)`
  return collation.startsWith('utf8mb4_') ? column : `convert(${column} using utf8mb4)`
}
