/** The search on any server: a regular expression, and for long texts the replacement of letters. */
import type { TextMatcher } from '../../src/dialect/schema'
import { oncePerPattern, regexOf, type SearchPattern } from '../../src/dialect/search-pattern'
import type { SqlFragment } from '../../src/dialect/statement'

/**
 * A regular expression under a binary collation, so that only the pattern's character classes decide.
 * LIKE would fold by the column's collation, which may ignore accents too.
 * https://dev.mysql.com/doc/refman/en/regexp.html https://mariadb.com/kb/en/pcre/
 * @param text SQL of the column as utf8mb4 under the collation utf8mb4_bin
 */
export function exactMatcher(column: string, text: string, dataType: string): TextMatcher {
  const isShort = `octet_length(${column}) <= ${MAX_REGEXP_BYTES}`
  return (pattern) => {
    const regex = matchRegex(text, pattern)
    if (!MAY_BE_LONG.has(dataType)) return regex
    const long = matchLong(text, pattern)
    if (!long) return regex
    // MariaDB's `replace` returns NULL for a text that is longer than max_allowed_packet.
    return {
      sql: `case when ${isShort} then ${regex.sql} else coalesce(${long.sql}, ${regex.sql}) end`,
      bindings: [...regex.bindings, ...long.bindings, ...regex.bindings],
    }
  }
}

const MAY_BE_LONG: ReadonlySet<string> = new Set(['mediumtext', 'longtext'])

/**
 * MySQL fails a match that takes too many steps (`regexp_time_limit`, which a session cannot set). No
 * match in a text of this length takes so many.
 */
const MAX_REGEXP_BYTES = 65_535

/**
 * Letters that `matchLong` can replace: each is a nested call, and the server's stack holds some
 * hundreds. No alphabet has so many letters.
 */
const MAX_REPLACED_LETTERS = 250

function matchRegex(text: string, pattern: SearchPattern): SqlFragment {
  return { sql: `${text} regexp ?`, bindings: [regexOf(pattern)] }
}

/** Replaces every character by the first of its class: slower, but for texts of any length. */
function matchLong(text: string, pattern: SearchPattern): SqlFragment | undefined {
  const { replacements, needle } = replacementsOf(pattern)
  if (replacements.size > MAX_REPLACED_LETTERS) return undefined
  const replaced = 'replace('.repeat(replacements.size) + text
  if (replacements.size <= MAX_BOUND_LETTERS) {
    return {
      sql: `locate(?, ${replaced}${', ?, ?)'.repeat(replacements.size)}) > 0`,
      bindings: [needle, ...[...replacements].flat()],
    }
  }
  const pairs = [...replacements].map(([from, to]) => `, ${literal(from)}, ${literal(to)})`)
  return { sql: `locate(?, ${replaced}${pairs.join('')}) > 0`, bindings: [needle] }
}

interface Replacements {
  /** The first of its class, for each other character. */
  readonly replacements: ReadonlyMap<string, string>
  /** The text of the pattern after the replacement. */
  readonly needle: string
}

const replacementsOf = oncePerPattern((pattern): Replacements => {
  const replacements = new Map<string, string>()
  for (const characters of pattern) {
    const [target = '', ...others] = [...characters].sort()
    for (const character of others) replacements.set(character, target)
  }
  const needle = pattern.map(([character]) => replacements.get(character) ?? character).join('')
  return { replacements, needle }
})

/**
 * Up to this number, letters are bound as parameters; more become literals, because a statement has at
 * most 65,535 parameters for all its columns together.
 */
const MAX_BOUND_LETTERS = 16

/** In hexadecimal digits, so that no character has a special meaning. */
function literal(character: string): string {
  return `_utf8mb4 x'${Buffer.from(character).toString('hex')}'`
}
