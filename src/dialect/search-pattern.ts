/**
 * Turns a search term into classes of equal characters. Engines disagree on the meaning of
 * "case-insensitive" (ASCII only, the locale's rules, accents ignored), so this module applies Unicode's
 * simple case folding, and engines match the classes exactly.
 */

/** One class for each character of the text. */
export type SearchPattern = readonly CharacterClass[]

/** Equal characters, as strings of one code point each; the first is the character of the search term. */
export type CharacterClass = readonly [string, ...string[]]

/** `text` must be well-formed: no lone surrogates. */
export function searchPattern(text: string): SearchPattern {
  return Array.from(text, (character) => {
    const others = caseVariants().get(character) ?? []
    return [character, ...others]
  })
}

let variants: ReadonlyMap<string, readonly string[]> | undefined

/** Maps a character to the other characters that are equal under simple case folding. */
function caseVariants(): ReadonlyMap<string, readonly string[]> {
  variants ??= computeCaseVariants()
  return variants
}

/**
 * In JavaScript, only regular expressions with the flags `iu` use simple case folding; a back-reference
 * compares two characters. To compare every pair would take minutes. Characters that fold alike are
 * linked by a case mapping of one of them, so only linked characters are compared.
 */
function computeCaseVariants(): Map<string, readonly string[]> {
  const cased = allCharacters().match(/[\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []
  const linked = new Map<string, Set<string>>()
  for (const character of cased) {
    for (const form of caseForms(character)) {
      linked.set(form, (linked.get(form) ?? new Set()).add(character))
    }
  }
  const neighbours = (character: string): string[] =>
    caseForms(character).flatMap((form) => [...(linked.get(form) ?? [])])

  const result = new Map<string, readonly string[]>()
  for (const character of cased) {
    const candidates = new Set(neighbours(character).flatMap(neighbours))
    candidates.delete(character)
    const equal = [...candidates].filter((other) => foldAlike.test(character + other))
    if (equal.length > 0) result.set(character, equal)
  }
  return result
}

const foldAlike = /^(.)\1$/isu

function caseForms(character: string): string[] {
  return [character, character.toLowerCase(), character.toUpperCase()]
}

/** Planes 0 and 1 without surrogates, in one string. No other plane has letters with case. */
function allCharacters(): string {
  const codes = Array.from({ length: 0x20000 }, (_, code) => code)
  const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff
  return codes.map((code) => (isSurrogate(code) ? '' : String.fromCodePoint(code))).join('')
}
