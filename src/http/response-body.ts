/** Writes the contract's JSON as text, so that numbers and the order of keys stay exact. */
import { responseTooLarge } from '../core/errors'
import type { QueryResult } from '../core/table-service'
import type { ColumnDescription, TableDescription } from '../dialect/schema'
import type { ReadResult } from '../core/reader'

/** Koa's `ctx.type` would look it up for each response. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Characters after which text is encoded, so that no long text is copied as a whole. */
const MAX_TEXT_LENGTH = 65_536

/**
 * @param maxBytes maximum bytes of the body
 * @throws ApiError INVALID_QUERY for a larger body
 */
export function queryBody(
  { rows, columns, pagination }: QueryResult,
  maxBytes: number,
): string | Buffer {
  const names = JSON.stringify(columns.map((column) => column.name))
  const end = `],"columns":${names},"pagination":${JSON.stringify(pagination)}}`
  const parts: Buffer[] = []
  let bytes = 0
  let text = '{"data":['
  const flush = (): void => {
    const part = Buffer.from(text)
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) throw responseTooLarge(pagination.limit, maxBytes)
    text = ''
  }
  for (const row of rowTexts(rows, columns)) {
    text += row
    if (text.length > MAX_TEXT_LENGTH) flush()
  }
  text += end
  if (parts.length === 0 && 3 * text.length <= maxBytes) return text
  flush()
  return Buffer.concat(parts, bytes)
}

/**
 * Writes each row key by key: a JavaScript object would move keys like `1` to the front and lose
 * `__proto__`.
 */
function* rowTexts(
  rows: ReadResult['rows'],
  columns: readonly ColumnDescription[],
): Generator<string> {
  const writers = columns.map(({ name, toJson }, index) => ({
    prefix: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    toJson,
  }))
  const open = columns.length === 0 ? '{' : ''
  let separator = ''
  for (const row of rows) {
    let text = separator + open
    let index = 0
    for (const { prefix, toJson } of writers) {
      const cell = row[index++] ?? null
      text += prefix + (cell === null ? 'null' : toJson(cell))
    }
    yield text + '}'
    separator = ','
  }
}

export function tableListBody(names: readonly string[]): string {
  return JSON.stringify(names)
}

export function tableBody({ name, columns }: TableDescription): string {
  return JSON.stringify({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
}
