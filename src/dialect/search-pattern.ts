/**
 * Turns a search term into classes of equal characters. Engines disagree on the meaning of
 * "case-insensitive" (ASCII only, the locale's rules, accents ignored), so this module applies Unicode's
 * simple case folding, and engines match the classes exactly.
 */

/** One class for each character of the text. */
export type SearchPattern = readonly CharacterClass[]

/**
 * Patterns of at least this many characters are matched only with texts that are long enough: a text with fewer bytes
 * than the pattern has characters cannot match. To match a long pattern takes time for each of its characters at each
 * place of a text like `-----`, which no index shortens.
 */
export const LONG_PATTERN = 16

/** Equal characters, as strings of one code point each; the first is the character of the search term. */
export type CharacterClass = readonly [string, ...string[]]

/** `text` must be well-formed: no lone surrogates. */
export function searchPattern(text: string): SearchPattern {
  return Array.from(text, (character) => {
    const others = caseVariants().get(character) ?? []
    return [character, ...others]
  })
}

/**
 * Wraps a function so that it runs once for each pattern. All columns of a search have the same pattern, so they share
 * one copy of its text.
 */
export function oncePerPattern<Result extends object | string>(
  make: (pattern: SearchPattern) => Result,
): (pattern: SearchPattern) => Result {
  const made = new WeakMap<SearchPattern, Result>()
  return (pattern) => {
    const cached = made.get(pattern)
    if (cached !== undefined) return cached
    const result = make(pattern)
    made.set(pattern, result)
    return result
  }
}

/** A regular expression of Postgres, MySQL and MariaDB. */
export const regexOf = oncePerPattern((pattern) => pattern.map(regexClass).join(''))

function regexClass(characters: CharacterClass): string {
  const [only] = characters
  if (characters.length > 1) return `[${characters.join('')}]`
  // A backslash makes these characters literal, but gives letters and digits a special meaning.
  return /[.^$*+?()[\]{}|\\]/.test(only) ? `\\${only}` : only
}

let variants: ReadonlyMap<string, readonly string[]> | undefined

/** Maps a character to the other characters that are equal under simple case folding. */
function caseVariants(): ReadonlyMap<string, readonly string[]> {
  variants ??= computeCaseVariants()
  return variants
}

/**
 * In JavaScript, only regular expressions with the flags `iu` use simple case folding; a back-reference
 * compares two characters. Comparing every pair would take minutes. Characters that fold alike are
 * linked by case mappings, so only characters of one group are compared.
 */
function computeCaseVariants(): Map<string, readonly string[]> {
  const groups = new Map<string, ReadonlySet<string>>()
  for (const character of casedCharacters()) {
    const forms = [character.toLowerCase(), character.toUpperCase()]
    if (forms.every((form) => form === character)) continue
    const members = [character, ...forms].flatMap((form) => [form, ...(groups.get(form) ?? [])])
    const group = new Set(members)
    for (const form of group) groups.set(form, group)
  }
  const result = new Map<string, readonly string[]>()
  for (const [character, group] of groups) {
    const equal = [...group].filter(
      (other) => other !== character && foldAlike.test(character + other),
    )
    if (equal.length > 0) result.set(character, equal)
  }
  return result
}

const foldAlike = /^(.)\1$/isu

/** Those of planes 0 and 1. No other plane has letters with case. */
function casedCharacters(): readonly string[] {
  const blocks = Array.from({ length: 0x20000 / BLOCK }, (_, block) => {
    const codes = Array.from({ length: BLOCK }, (_code, index) => block * BLOCK + index)
    return String.fromCodePoint(...codes)
  })
  return blocks.join('').match(/[\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []
}

/** Arguments of one call: surrogates are in other blocks than characters. */
const BLOCK = 0x400
