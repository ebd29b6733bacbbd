/**
 * Postgres prints an array as `{1,NULL,"a \"b\"",{…}}`, with its bounds before it when they do not
 * start at 1. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
import { jsonString } from '../../src/dialect/json-text'
import type { JsonEncoder } from '../../src/dialect/schema'

/**
 * Rewrites the literal as a JSON array, each element by its own encoder. A literal with bounds stays as
 * it is printed, because a JSON array has none. The scan uses no regular expression: an element of many
 * megabytes would exhaust its stack.
 */
export function arrayEncoder(encodeElement: JsonEncoder, delimiter: string): JsonEncoder {
  return (cell) => {
    const literal = String(cell)
    return literal.startsWith('[') ? jsonString(literal) : arrayText(literal)
  }

  function arrayText(literal: string): string {
    let json = ''
    let position = 0
    while (position < literal.length) {
      const character = literal.charAt(position)
      if (character === '"') {
        const end = endOfQuoted(literal, position)
        json += encodeElement(unescaped(literal.slice(position + 1, end - 1)))
        position = end
      } else if (isStructure(character)) {
        json += JSON_STRUCTURE.get(character) ?? ','
        position++
      } else {
        const end = endOfPlain(literal, position)
        const text = literal.slice(position, end)
        json += text === 'NULL' ? 'null' : encodeElement(text)
        position = end
      }
    }
    return json
  }

  function isStructure(character: string): boolean {
    return character === delimiter || JSON_STRUCTURE.has(character)
  }

  function endOfPlain(literal: string, start: number): number {
    let end = start
    while (end < literal.length && !isStructure(literal.charAt(end))) end++
    return end
  }
}

const JSON_STRUCTURE: ReadonlyMap<string, string> = new Map([
  ['{', '['],
  ['}', ']'],
])

/** Position after the closing quote of the element that begins with the quote at `start`. */
function endOfQuoted(literal: string, start: number): number {
  let end = start + 1
  while (end < literal.length && literal.charAt(end) !== '"') {
    end += literal.charAt(end) === '\\' ? 2 : 1
  }
  return end + 1
}

function unescaped(text: string): string {
  let plain = ''
  let start = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', start + 1)) {
    plain += text.slice(start, at)
    // The character after a backslash is literal, even if it is a backslash.
    start = at + 1
  }
  return plain + text.slice(start)
}
