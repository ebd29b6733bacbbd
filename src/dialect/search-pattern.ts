/**
 * Turns the text that a client searches for into classes of characters that count as equal. Engines
 * disagree on what "case-insensitive" means (ASCII only, the locale's rules, accents ignored), so the
 * folding is done here, once, by Unicode's simple case folding, and engines only match the classes,
 * exactly.
 */

/** One set of interchangeable characters for each character of the text. */
export type SearchPattern = readonly CharacterClass[]

/** The characters, as strings of one code point each; the first is the one that was asked for. */
export type CharacterClass = readonly [string, ...string[]]

/** `text` must be well-formed: no lone surrogates. */
export function searchPattern(text: string): SearchPattern {
  return Array.from(text, (character) => {
    const others = caseVariants().get(character) ?? []
    return [character, ...others]
  })
}

let variants: ReadonlyMap<string, readonly string[]> | undefined

/** For every character that has any: the other characters equal to it under simple case folding. */
function caseVariants(): ReadonlyMap<string, readonly string[]> {
  variants ??= computeCaseVariants()
  return variants
}

/**
 * JavaScript gives simple folding only to regular expressions with the flags `iu`; a back-reference
 * compares two characters by it. Comparing every pair would take minutes, but characters that fold
 * alike are linked by a case mapping of one of them, so only linked ones are compared.
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

/** Planes 0 and 1 in one string, surrogates left out. Unicode has letters with case in no other. */
function allCharacters(): string {
  const codes = Array.from({ length: 0x20000 }, (_, code) => code)
  const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff
  return codes.map((code) => (isSurrogate(code) ? '' : String.fromCodePoint(code))).join('')
}
