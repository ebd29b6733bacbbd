/**
 * Control and format characters, which could move the cursor, set colours, hide text or reverse its
 * order, and separators of lines.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Escapes these characters as JSON does, e.g. `\u001b`. Escaped JSON text still has the same value. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character, index)).join(''),
  )
}

function escaped(text: string, index: number): string {
  return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`
}
