/**
 * Postgres prints an array as `{1,NULL,"a \"b\"",{…}}`, with its bounds before it when they do not
 * start at 1. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
import { jsonString } from '../../src/dialect/json-text'
import type { JsonEncoder } from '../../src/dialect/schema'

const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
const OPEN = '{'.charCodeAt(0)
const CLOSE = '}'.charCodeAt(0)

/**
 * Rewrites the literal as a JSON array, each element by its own encoder. A literal with bounds stays as
 * it is printed, because a JSON array has none. The scan uses no regular expression: an element of many
 * megabytes would exhaust its stack. What is the same in JSON, such as millions of numbers, is copied in
 * one piece.
 */
export function arrayEncoder(encodeElement: JsonEncoder, delimiter: string): JsonEncoder {
  const delimiterCode = delimiter.charCodeAt(0)

  return (cell) => {
    const literal = String(cell)
    return literal.startsWith('[') ? jsonString(literal) : arrayText(literal)
  }

  function arrayText(literal: string): string {
    let json = ''
    let copied = 0
    const replace = (start: number, end: number, text: string): void => {
      json += literal.slice(copied, start) + text
      copied = end
    }
    let position = 0
    while (position < literal.length) {
      const start = position
      const code = literal.charCodeAt(start)
      if (code === QUOTE) {
        position = endOfQuoted(literal, start)
        replace(start, position, encodeElement(unescaped(literal.slice(start + 1, position - 1))))
      } else if (isStructure(code)) {
        position++
        if (code === OPEN) replace(start, position, '[')
        else if (code === CLOSE) replace(start, position, ']')
        else if (delimiter !== ',') replace(start, position, ',')
      } else {
        position = endOfPlain(literal, start)
        const text = literal.slice(start, position)
        const element = text === 'NULL' ? 'null' : encodeElement(text)
        if (element !== text) replace(start, position, element)
      }
    }
    return json + literal.slice(copied)
  }

  function isStructure(code: number): boolean {
    return code === delimiterCode || code === OPEN || code === CLOSE
  }

  function endOfPlain(literal: string, start: number): number {
    let end = start
    while (end < literal.length && !isStructure(literal.charCodeAt(end))) end++
    return end
  }
}

/** Position after the closing quote of the element that begins with the quote at `start`. */
function endOfQuoted(literal: string, start: number): number {
  let end = start + 1
  for (; end < literal.length; end++) {
    const code = literal.charCodeAt(end)
    if (code === QUOTE) break
    if (code === BACKSLASH) end++
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
