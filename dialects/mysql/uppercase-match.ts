/**
 * The search in upper case, for MySQL. Its regular expressions take twice as long as `like`, because
 * they convert each text to UTF-16; `upper` takes less time than `like`.
 */
import type { TextMatcher } from '../../src/dialect/schema'
import { oncePerPattern, type CharacterClass } from '../../src/dialect/search-pattern'
import type { SqlFragment } from '../../src/dialect/statement'

/** The difference between a class and the characters with the same upper case as its letter. */
interface Exceptions {
  /** The letter in the search term: one whose upper case the server knows. */
  readonly letter: string
  /** Characters of the class with another upper case. */
  readonly missing: readonly string[]
  /** Characters with the same upper case that are not in the class. */
  readonly extra: readonly string[]
}

/**
 * A text with the term in upper case contains the term, unless it has an extra character. A text
 * without it does not contain the term, unless it has a missing character. Only a text with such a
 * rare character is matched exactly. Tests prove the exceptions for every character of Unicode.
 * @param text SQL of the column as utf8mb4
 */
export function uppercaseMatcher(text: string, exact: TextMatcher): TextMatcher {
  return (pattern) => {
    const { letters, missing, extra } = uppercaseOf(pattern)
    if (letters === undefined) return exact(pattern)
    const isFound = foundInUppercase(text, letters)
    if (missing.size === 0 && extra.size === 0) return isFound
    const unless = (characters: ReadonlySet<string>, otherwise: string): SqlFragment =>
      characters.size === 0
        ? { sql: otherwise, bindings: [] }
        : choice(hasAny(text, characters), exact(pattern), { sql: otherwise, bindings: [] })
    return choice(isFound, unless(extra, 'true'), unless(missing, 'false'))
  }
}

interface Uppercase {
  /** The letters of the pattern; `undefined` if the upper case of one is unknown. */
  readonly letters?: string
  readonly missing: ReadonlySet<string>
  readonly extra: ReadonlySet<string>
}

const uppercaseOf = oncePerPattern((pattern): Uppercase => {
  const exceptions = pattern.map(exceptionsOf)
  if (!exceptions.every((each) => each !== undefined))
    return { missing: new Set(), extra: new Set() }
  return {
    letters: exceptions.map(({ letter }) => letter).join(''),
    missing: new Set(exceptions.flatMap(({ missing }) => missing)),
    extra: new Set(exceptions.flatMap(({ extra }) => extra)),
  }
})

function choice(condition: SqlFragment, yes: SqlFragment, no: SqlFragment): SqlFragment {
  return {
    sql: `case when ${condition.sql} then ${yes.sql} else ${no.sql} end`,
    bindings: [condition, yes, no].flatMap(({ bindings }) => bindings),
  }
}

/** Compares bytes, because the server finds them faster than characters. */
function foundInUppercase(text: string, letters: string): SqlFragment {
  const uppercase = (sql: string): string => `cast(upper(${sql} collate utf8mb4_bin) as binary)`
  return {
    sql: `locate(${uppercase('convert(? using utf8mb4)')}, ${uppercase(text)}) > 0`,
    bindings: [letters],
  }
}

/** May also be true for a text with other rare characters. */
function hasAny(text: string, characters: ReadonlySet<string>): SqlFragment {
  const patterns = commonBytes(characters).map((bytes) => Buffer.from(`25${bytes}25`, 'hex'))
  return {
    // No byte of these characters is that of a wildcard. `like` does not copy the text, `locate` does.
    sql: patterns.map(() => `${text} like cast(? as binary)`).join(' or '),
    bindings: patterns,
  }
}

/** Bytes in hexadecimal digits; for characters with the same first two bytes, only those. */
function commonBytes(characters: ReadonlySet<string>): string[] {
  const byStart = new Map<string, string>()
  for (const character of characters) {
    const bytes = Buffer.from(character).toString('hex')
    const start = bytes.slice(0, 4)
    byStart.set(start, byStart.has(start) ? start : bytes)
  }
  return [...byStart.values()]
}

/**
 * Letters of Latin, Greek, Cyrillic and Armenian, whose upper case under utf8mb4_bin is that of Unicode,
 * and of Georgian, which have none there. Tests prove this on MySQL 9.7 and MariaDB 10.11. Other versions
 * should have the same table, because the order of old indexes depends on it.
 */
const KNOWN =
  /^[\u0041-\u017f\u0386-\u03ce\u0400-\u0481\u0531-\u0587\u10d0-\u10ff\u1e00-\u1e9b\u1ea0-\u1ef9]$/u

/** Dotless i, and the lunate sigma. */
const EXTRA: ReadonlyMap<string, string> = new Map([
  ['I', '\u0131'],
  ['\u03a3', '\u03f2'],
])

/** `undefined` if the upper case of the class is unknown. */
export function exceptionsOf(characters: CharacterClass): Exceptions | undefined {
  const [only] = characters
  if (characters.length === 1) {
    return only === '\u0131' ? undefined : { letter: only, missing: [], extra: [] }
  }
  const letter = characters.find((character) => KNOWN.test(character))
  if (letter === undefined) return undefined
  return {
    letter,
    missing: characters.filter((character) => !KNOWN.test(character)),
    extra: characters.flatMap((character) => EXTRA.get(character) ?? []),
  }
}
