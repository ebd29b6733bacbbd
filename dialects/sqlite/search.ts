import type { TextMatcher } from '../../src/dialect/schema'
import type { CharacterClass, SearchPattern } from '../../src/dialect/search-pattern'

/** A function that the connection defines, because SQLite's `replace` takes a NUL for an empty text. */
export const REPLACE_NUL = 'tablequery_replace_nul'

export function replaceNul(text: string, replacement: string): string {
  return text.replaceAll('\0', () => replacement)
}

/**
 * GLOB is SQLite's only case-sensitive matcher with character classes. It reads numbers and blobs as
 * text, so cells of these types are excluded first. It takes a NUL for the end of the text, so each
 * NUL is replaced by a character that the pattern does not contain.
 * https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators
 * https://www.sqlite.org/nulinstr.html
 */
export function textMatcher(column: string): TextMatcher {
  const pastNul = `instr(${column}, char(0)) and ${REPLACE_NUL}(${column}, ?) glob ?`
  const sql = `(typeof(${column}) = 'text' and (${column} glob ? or ${pastNul}))`
  return (pattern) => {
    const glob = `*${pattern.map(globClass).join('')}*`
    const bindings = [glob, characterNotIn(pattern), glob]
    const alike = [...new Set(pattern.map(([character]) => character))].filter(isReadAlike)
    if (alike.length === 0) return { sql, bindings }
    const contains = alike.map(() => `instr(${column}, ?)`).join(' and ')
    return { sql: `(${sql} and ${contains})`, bindings: [...bindings, ...alike] }
  }
}

/** GLOB reads these characters as the same one. https://www.sqlite.org/src/file/src/utf.c: READ_UTF8 */
function isReadAlike(character: string): boolean {
  return /^[\ufffd-\uffff]$/.test(character)
}

function globClass(characters: CharacterClass): string {
  const [only] = characters
  // The metacharacters have no variants; in brackets they stand for themselves.
  if (characters.length === 1) return '*?['.includes(only) ? `[${only}]` : only
  return `[${characters.join('')}]`
}

/** The first character from U+E000, the private-use area, that the pattern does not contain. */
function characterNotIn(pattern: SearchPattern): string {
  const used = new Set(pattern.map(([character]) => character))
  for (let code = 0xe000; ; code++) {
    const character = String.fromCodePoint(code)
    if (!used.has(character)) return character
  }
}
