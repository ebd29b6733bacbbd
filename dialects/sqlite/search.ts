import type { TextMatcher } from '../../src/dialect/schema'
import {
  LONG_PATTERN,
  oncePerPattern,
  type CharacterClass,
  type SearchPattern,
} from '../../src/dialect/search-pattern'

/** A function that the connection defines, because SQLite's `replace` takes a NUL for an empty text. */
export const REPLACE_NUL = 'tablequery_replace_nul'

/**
 * The value need not be a text: SQLite moves conditions into the queries of a view and changes their order, so the
 * condition that excludes other values may run later. A `case` would keep the order, but takes 1.4 times as long.
 */
export function replaceNul(value: unknown, replacement: string): string | null {
  return typeof value === 'string' ? value.replaceAll('\0', () => replacement) : null
}

/**
 * GLOB is SQLite's only case-sensitive matcher with character classes. It reads numbers and blobs as
 * text, so cells of these types are excluded. It takes a NUL for the end of the text, so each
 * NUL is replaced by a character that the pattern does not contain.
 * https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators
 * https://www.sqlite.org/nulinstr.html
 */
export function textMatcher(column: string): TextMatcher {
  return (pattern) => {
    const { glob, standIns, other } = globOf(pattern)
    const text = standIns ? withStandIns(column, standIns, other) : column
    const pastNul = `instr(${column}, char(0)) and ${REPLACE_NUL}(${text}, ?) glob ?`
    const isLong = pattern.length >= LONG_PATTERN
    const lengthCondition = isLong ? ` and octet_length(${column}) >= ?` : ''
    return {
      sql: `(typeof(${column}) = 'text'${lengthCondition} and (${text} glob ? or ${pastNul}))`,
      bindings: [...(isLong ? [pattern.length] : []), glob, other, glob],
    }
  }
}

interface Glob {
  readonly glob: string
  /** Characters that the pattern contains in place of those of `INDISTINCT`; `undefined` if it has none. */
  readonly standIns: readonly string[] | undefined
  /** A character that the pattern does not contain. */
  readonly other: string
}

const globOf = oncePerPattern((pattern): Glob => {
  const unused = charactersNotIn(pattern)
  const other = unused.next().value
  const standIns = INDISTINCT.map(() => unused.next().value)
  const hasIndistinct = pattern.some(([character]) => INDISTINCT.includes(character))
  const classes = pattern.map((characters): CharacterClass => {
    const standIn = standIns[INDISTINCT.indexOf(characters[0])]
    return standIn === undefined ? characters : [standIn]
  })
  const glob = `*${classes.map(globClass).join('')}*`
  return { glob, standIns: hasIndistinct ? standIns : undefined, other }
})

/**
 * GLOB does not distinguish these characters, so the text and the pattern contain unused characters of the
 * private-use area in their place. https://www.sqlite.org/src/file/src/utf.c: READ_UTF8
 */
const INDISTINCT = ['\ufffd', '\ufffe', '\uffff']

/** @param other takes the place of stand-ins that the text itself contains */
function withStandIns(column: string, standIns: readonly string[], other: string): string {
  const replacements = [
    ...standIns.map((standIn) => [standIn, other]),
    ...standIns.map((standIn, index) => [INDISTINCT[index] ?? '', standIn]),
  ]
  return replacements.reduce((text, pair) => `replace(${text}, ${pair.map(charOf).join()})`, column)
}

/** The character as SQL, because a statement has a limited number of bindings. */
function charOf(character: string): string {
  return `char(${character.codePointAt(0)})`
}

function globClass(characters: CharacterClass): string {
  const [only] = characters
  // The metacharacters have no variants; in brackets they stand for themselves.
  if (characters.length === 1) return '*?['.includes(only) ? `[${only}]` : only
  return `[${characters.join('')}]`
}

/** The characters from U+E000, the private-use area, that the pattern does not contain. */
function* charactersNotIn(pattern: SearchPattern): Generator<string, never> {
  const used = new Set(pattern.map(([character]) => character))
  for (let code = 0xe000; ; code++) {
    const character = String.fromCodePoint(code)
    if (!used.has(character)) yield character
  }
}
