/** Texts that some collation takes for equal become equal: the contract leaves the collation to the database. */

/** Letters that Unicode does not decompose, but collations take for these. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
}

/**
 * Without case, accents, and characters that are not seen. Characters beyond U+FFFF are one and the same, as
 * in older collations of MySQL.
 */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[æœþøłđðħŧı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}
