/** Core results as the contract's JSON, written as text so that numbers and key order stay exact. */
import { responseTooLarge } from '../core/errors'
import type { QueryResult } from '../core/table-service'
import type { ColumnSchema, TableSchema } from '../dialect/schema'
import type { ReadResult } from '../core/read-executor'

/**
 * @param mostBytes of the text
 * @throws ApiError INVALID_QUERY for an answer that would be larger
 */
export function queryBody({ rows, columns, pagination }: QueryResult, mostBytes: number): string {
  const names = columns.map((column) => column.name)
  const data = rowsJson(rows, columns, mostBytes)
  const body =
    data === undefined
      ? undefined
      : `{"data":[${data}],"columns":${JSON.stringify(names)},"pagination":${JSON.stringify(pagination)}}`
  if (body !== undefined && isWithin(body, mostBytes)) return body
  throw responseTooLarge(pagination.limit, mostBytes)
}

/** A character has at most three bytes, so that most texts need no count. */
function isWithin(text: string, mostBytes: number): boolean {
  return 3 * text.length <= mostBytes || Buffer.byteLength(text) <= mostBytes
}

/**
 * A JavaScript object would move keys like `1` to the front and lose `__proto__`, so each row is
 * written key by key. Gives up when the text has more characters than the answer may have bytes.
 */
function rowsJson(
  rows: ReadResult['rows'],
  columns: readonly ColumnSchema[],
  mostBytes: number,
): string | undefined {
  const prefixes = columns.map(
    ({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  )
  const open = columns.length === 0 ? '{' : ''
  let json = ''
  for (const row of rows) {
    json += json === '' ? open : `,${open}`
    for (const [index, { toJson }] of columns.entries()) {
      const cell = row[index] ?? null
      json += (prefixes[index] ?? '') + (cell === null ? 'null' : toJson(cell))
    }
    json += '}'
    if (json.length > mostBytes) return undefined
  }
  return json
}

export function tableListBody(names: readonly string[]): string {
  return JSON.stringify(names)
}

export function tableBody({ name, columns }: TableSchema): string {
  return JSON.stringify({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
}
