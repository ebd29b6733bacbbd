/**
 * Every character of Unicode, for random texts. Equal to the unit `binary` of fast-check, which makes a
 * table of a million characters in each test file: seconds of processor time.
 */
import fc from 'fast-check'

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800
const LAST = 0x10ffff

export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(LAST - SURROGATES)
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES), numberOf)

/** fast-check calls it with any value. */
function numberOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || character !== String.fromCodePoint(code))
    throw new Error('no character')
  if (code < FIRST_SURROGATE) return code
  if (code < FIRST_SURROGATE + SURROGATES) throw new Error('half a character')
  return code - SURROGATES
}
