/**
 * Postgres prints an array as `{1,NULL,"a \"b\"",{…}}`, with its bounds before it when they do not
 * start at 1. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
import type { JsonEncoder } from '../../src/dialect/schema'

/** Rewrites the literal as a JSON array, each element by its own encoder. */
export function arrayEncoder(encodeElement: JsonEncoder, delimiter: string): JsonEncoder {
  // An opening or closing brace, a delimiter, a quoted element, or a plain one.
  const token = new RegExp(`[{}${delimiter}]|"((?:[^"\\\\]|\\\\.)*)"|[^{}${delimiter}"]+`, 'gs')
  return (cell) => {
    const literal = String(cell).replace(/^[^{]*=/, '')
    return literal.replace(token, (text: string, quoted: string | undefined) => {
      if (quoted !== undefined) return encodeElement(quoted.replace(/\\(.)/gs, '$1'))
      if (text === '{') return '['
      if (text === '}') return ']'
      if (text === delimiter) return ','
      return text === 'NULL' ? 'null' : encodeElement(text)
    })
  }
}
