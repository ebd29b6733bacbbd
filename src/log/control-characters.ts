/**
 * Control and format characters, which could move the cursor, set colours, hide text or reverse its
 * order, and separators of lines.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Writes control characters as JSON does, e.g. `\u001b`. The result of a JSON text is the same JSON. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character, index)).join(''),
  )
}

function escaped(text: string, index: number): string {
  return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`
}
