import type { TextMatcher } from '../../src/dialect/schema'
import type { CharacterClass, SearchPattern } from '../../src/dialect/search-pattern'
import type { SqlFragment } from '../../src/dialect/statement'

/**
 * The column's character set and collation are taken out of it: LIKE would fold by the collation,
 * which may ignore accents too, and a binary collation makes the classes alone decide.
 * https://dev.mysql.com/doc/refman/en/regexp.html https://mariadb.com/kb/en/pcre/
 */
export function textMatcher(column: string, dataType: string): TextMatcher {
  const text = `convert(${column} using utf8mb4) collate utf8mb4_bin`
  const isShort = `octet_length(${column}) <= ${LONGEST_FOR_REGEXP}`
  return (pattern) => {
    const regex = matchRegex(text, pattern)
    if (!MAY_BE_LONG.has(dataType)) return regex
    const long = matchLong(text, pattern)
    if (!long) return regex
    return {
      sql: `case when ${isShort} then ${regex.sql} else ${long.sql} end`,
      bindings: [...regex.bindings, ...long.bindings],
    }
  }
}

const MAY_BE_LONG: ReadonlySet<string> = new Set(['mediumtext', 'longtext'])

/**
 * Bytes. MySQL gives up a match with an error when it has begun too often (`regexp_time_limit`, which
 * a session cannot set); a text of this size always comes to its end.
 */
const LONGEST_FOR_REGEXP = 65_535

/**
 * Letters of a match without limits: each is one more call inside another, and the server's stack holds
 * some hundreds. No language has so many letters.
 */
const MOST_LETTERS = 250

function matchRegex(text: string, pattern: SearchPattern): SqlFragment {
  return { sql: `${text} regexp ?`, bindings: [pattern.map(regexClass).join('')] }
}

function regexClass(characters: CharacterClass): string {
  const [only] = characters
  if (characters.length > 1) return `[${characters.join('')}]`
  return /[.^$*+?()[\]{}|\\]/.test(only) ? `\\${only}` : only
}

/** Every character becomes the first of its class, by plain replacing: slower, but without limits. */
function matchLong(text: string, pattern: SearchPattern): SqlFragment | undefined {
  const first = new Map<string, string>()
  for (const characters of pattern) {
    const [target = '', ...others] = [...characters].sort()
    for (const character of others) first.set(character, target)
  }
  const needle = pattern.map(([character]) => first.get(character) ?? character).join('')
  if (first.size > MOST_LETTERS) return undefined
  const replaced = 'replace('.repeat(first.size) + text
  if (first.size <= MOST_PLACES) {
    return {
      sql: `locate(?, ${replaced}${', ?, ?)'.repeat(first.size)}) > 0`,
      bindings: [needle, ...[...first].flat()],
    }
  }
  const pairs = [...first].map(([from, to]) => `, ${literal(from)}, ${literal(to)})`)
  return { sql: `locate(?, ${replaced}${pairs.join('')}) > 0`, bindings: [needle] }
}

/**
 * Letters that are bound in place of being written into the statement, which may have 65,535 places
 * for all its columns together.
 */
const MOST_PLACES = 16

/** As hexadecimal digits, so that no character has a meaning. */
function literal(character: string): string {
  return `_utf8mb4 x'${Buffer.from(character).toString('hex')}'`
}
