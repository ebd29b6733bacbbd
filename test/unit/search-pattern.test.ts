import { regexOf, searchPattern } from '../../src/dialect/search-pattern'

const variantsOf = (character: string): string =>
  searchPattern(character)
    .map((c) => [...c].sort().join(''))
    .join('|')

it.each([
  ['a', 'Aa'],
  ['É', 'Éé'],
  ['e', 'Ee'],
  ['σ', 'Σςσ'],
  ['ß', 'ßẞ'],
  ['k', 'Kk\u212a'],
  ['s', 'Ssſ'],
  ['İ', 'İ'],
  ['ı', 'ı'],
  ['i', 'Ii'],
  ['1', '1'],
  ['漢', '漢'],
  ['😀', '😀'],
  ['𐐀', '𐐀𐐨'],
])('%j matches each of %j', (character, variants) => {
  expect(variantsOf(character)).toBe(variants)
})

it.each([
  ['a1', '[aA]1'],
  ['.*', '\\.\\*'],
  ['[x]^\\', '\\[[xX]\\]\\^\\\\'],
  ['é😀', '[éÉ]😀'],
])('the search for %j is the regular expression %s', (text, regex) => {
  expect(regexOf(searchPattern(text))).toBe(regex)
})

it('matches the same characters as a regular expression with the flags i and u', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) =>
    code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code),
  ).join('')
  // Only characters in one of these sets have case variants.
  const candidates =
    all.match(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []
  const text = candidates.join('')
  const wrong = candidates.filter((character) => {
    const variants = text.match(new RegExp(`[${character}]`, 'giu')) ?? []
    return variantsOf(character) !== [...new Set(variants)].sort().join('')
  })
  expect(candidates.length).toBeGreaterThan(2700)
  expect(wrong).toEqual([])
})
