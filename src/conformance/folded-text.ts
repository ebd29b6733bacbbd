/** Maps texts that some collation treats as equal to one text; the contract leaves the collation to the database. */

/** Letters that Unicode does not decompose, and the letters that collations treat them as equal to. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}

/** The distance of a katakana from its hiragana. */
const KATAKANA = 0x60

/** Small hiragana, and the ones of usual size. */
const SMALL = 'ぁぃぅぇぉっゃゅょゎゕゖ'
const USUAL = 'あいうえおつやゆよわかけ'

/**
 * Removes case, accents and invisible characters. All characters beyond U+FFFF become the same one, because
 * older collations of MySQL treat them as equal. Katakana become hiragana of usual size: the default collation
 * of MySQL 8 (utf8mb4_0900_ai_ci) treats them as equal.
 */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[æœþøłđðħŧı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA))
    .replaceAll(/[ぁぃぅぇぉっゃゅょゎゕゖ]/g, (kana) => USUAL[SMALL.indexOf(kana)] ?? kana)
    .replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
}
