/** Parses a response with the exact values of its cells. */
import { jsonMembers } from '../values/json-members'
import { keepJsonText } from '../values/json-text'
import { parseExactly } from './exact-json'

/** @throws SyntaxError */
export function parseResponse(text: string): unknown {
  const body = parseExactly(text)
  const { data } = Object(body) as { readonly data?: unknown }
  // Most responses have no lists or objects in cells, and most others lose nothing.
  if (Array.isArray(data) && data.some(hasListOrObject) && JSON.stringify(body) !== text) {
    keepTexts(data, text)
  }
  return body
}

function keepTexts(rows: readonly unknown[], text: string): void {
  const data = jsonMembers(text).findLast(({ name }) => name === 'data')
  const texts = jsonMembers(data?.text ?? '[]')
  rows.forEach((row, index) => {
    const cells = new Map(
      jsonMembers(texts[index]?.text ?? '{}').map((cell) => [cell.name, cell.text]),
    )
    for (const [name, value] of Object.entries(Object(row) as object)) {
      const cell = cells.get(name)
      if (isListOrObject(value) && cell !== undefined) keepJsonText(value, cell)
    }
  })
}

/** A loop that makes no list of the cells, of which a response can have millions. */
function hasListOrObject(row: unknown): boolean {
  const cells = Object(row) as Readonly<Record<string, unknown>>
  for (const name in cells) if (isListOrObject(cells[name])) return true
  return false
}

/** Exact numbers are objects too, without a prototype. */
function isListOrObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== null
}
