/** Writes the contract's JSON as text, so that numbers and the order of keys stay exact. */
import { ResponseTooLargeError } from '../core/errors'
import type { QueryResult } from '../core/table-service'
import type { Cell, ColumnDescription, JsonEncoder, TableDescription } from '../dialect/schema'

/** Koa's `ctx.type` would look it up for each response. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Characters after which text is encoded, so that no long text is copied as a whole. */
const MAX_TEXT_LENGTH = 65_536

interface RowFormat {
  /** The names of the columns as JSON. */
  readonly names: string
  readonly cells: readonly CellFormat[]
}

interface CellFormat {
  /** The text before the value. */
  readonly prefix: string
  readonly toJson: JsonEncoder
}

const formats = new WeakMap<readonly ColumnDescription[], RowFormat>()

/**
 * @param maxBytes maximum bytes of the body
 * @throws ApiError INVALID_QUERY for a larger body
 */
export function queryBody(
  { rows, columns, pagination }: QueryResult,
  maxBytes: number,
): string | Buffer {
  const { names, cells } = formatOf(columns)
  const end = `],"columns":${names},"pagination":${JSON.stringify(pagination)}}`
  const parts: Buffer[] = []
  let bytes = 0
  let text = '{"data":['
  let separator = ''
  const flush = (): void => {
    const part = Buffer.from(text)
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) throw new ResponseTooLargeError(pagination.limit, maxBytes)
    text = ''
  }
  for (const row of rows) {
    text += separator + rowText(row, cells)
    separator = ','
    if (text.length > MAX_TEXT_LENGTH) flush()
  }
  text += end
  if (parts.length === 0 && 3 * text.length <= maxBytes) return text
  flush()
  return Buffer.concat(parts, bytes)
}

/** Requests with the same plan have the same array of columns. */
function formatOf(columns: readonly ColumnDescription[]): RowFormat {
  const known = formats.get(columns)
  if (known) return known
  const format = {
    names: JSON.stringify(columns.map(({ name }) => name)),
    cells: columns.map(({ name, toJson }, index) => ({
      prefix: `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
      toJson,
    })),
  }
  formats.set(columns, format)
  return format
}

/**
 * Writes a row key by key: a JavaScript object would move keys like `1` to the front and lose
 * `__proto__`.
 */
function rowText(row: readonly Cell[], cells: readonly CellFormat[]): string {
  let text = '{'
  let index = 0
  for (const { prefix, toJson } of cells) {
    const cell = row[index++] ?? null
    text += prefix + (cell === null ? 'null' : toJson(cell))
  }
  return text + '}'
}

export function tableListBody(names: readonly string[]): string {
  return JSON.stringify(names)
}

export function tableBody({ name, columns }: TableDescription): string {
  return JSON.stringify({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
}
