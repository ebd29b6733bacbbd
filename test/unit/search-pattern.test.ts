import { searchPattern } from '../../src/dialect/search-pattern'

const classOf = (character: string): string =>
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
])('%j is as good as any of %j', (character, equal) => {
  expect(classOf(character)).toBe(equal)
})

it('knows the variants of every character that a regular expression with flags iu knows', () => {
  const all = Array.from({ length: 0x110000 }, (_, code) =>
    code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code),
  ).join('')
  // Whatever has a variant matches some other character: so it is in one of these sets or the other.
  const suspects =
    all.match(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []
  const text = suspects.join('')
  const wrong = suspects.filter((character) => {
    const equal = text.match(new RegExp(`[${character}]`, 'giu')) ?? []
    return classOf(character) !== [...new Set(equal)].sort().join('')
  })
  expect(suspects.length).toBeGreaterThan(2700)
  expect(wrong).toEqual([])
})
