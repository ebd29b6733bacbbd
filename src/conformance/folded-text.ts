/** Maps texts that some collation treats as equal to one text; the contract leaves the collation to the database. */

/** Letters that Unicode does not decompose, and the letters that collations treat them as equal to. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
}

/**
 * Removes case, accents and invisible characters. All characters beyond U+FFFF become the same one, because
 * older collations of MySQL treat them as equal.
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
