/**
 * The response of a query: its body, its `ETag` and its `Link` header. The body is written as text, so that
 * numbers and the order of keys stay exact.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ResponseTooLargeError } from '../../core/errors'
import type { Pagination } from '../../core/pagination'
import type { QueryResult } from '../../core/table-service'
import type { Cell, ColumnDescription, JsonEncoder } from '../../dialect/schema'
import { declareConstant } from '../constant-bodies'
import { contentTag } from '../entity-tag'

interface QueryResponse {
  readonly body: string | Buffer
  /** Absent if the database cannot prove that data is unchanged. */
  readonly tag: string | undefined
}

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

/** Characters of the body that are encoded at once, so that no long text is copied as a whole. */
const MAX_TEXT_LENGTH = 65_536

/** Milliseconds; after these, the other requests have their turn before more of a body is made. */
const MAX_TURN = 10

/**
 * Makes the body and tag of a query's response. Requests that share a result share its body.
 * @param maxBytes maximum bytes of a body
 * @returns a function that throws ApiError INVALID_QUERY for a larger body
 */
export function createQueryResponses(
  maxBytes: number,
): (result: QueryResult) => QueryResponse | Promise<QueryResponse> {
  const RESPONSE = Symbol('response')
  return (result) => {
    // Requests that share a read have the same array of rows. The response is a property of it, for the
    // reason in `RequestValue`.
    const rows: QueryResult['rows'] & { [RESPONSE]?: QueryResponse | Promise<QueryResponse> } =
      result.rows
    return (rows[RESPONSE] ??= responseOf(result, maxBytes))
  }
}

function responseOf(result: QueryResult, maxBytes: number): QueryResponse | Promise<QueryResponse> {
  const { version } = result
  const tag = version === undefined ? undefined : contentTag(version)
  const texts = bodyTexts(result)
  const first = texts.next()
  if (first.done === true && 3 * first.value.length <= maxBytes) return { body: first.value, tag }
  return bodyInTurns(first, texts, { limit: result.pagination.limit, maxBytes }).then((body) => ({
    body,
    tag,
  }))
}

/** The texts that together are the body: the last one is returned. */
function* bodyTexts({ rows, columns, pagination }: QueryResult): Generator<string, string> {
  const { names, cells } = formatOf(columns)
  let text = '{"data":['
  let separator = ''
  for (const row of rows) {
    text += separator + rowText(row, cells)
    separator = ','
    if (text.length <= MAX_TEXT_LENGTH) continue
    yield text
    text = ''
  }
  return text + `],"columns":${names},"pagination":${JSON.stringify(pagination)}}`
}

/** A body of many megabytes takes a fraction of a second, so it is made in several turns of the event loop. */
async function bodyInTurns(
  first: IteratorResult<string, string>,
  texts: Iterator<string, string>,
  { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
): Promise<Buffer> {
  const rest = turns(MAX_TURN)
  const parts: Buffer[] = []
  let bytes = 0
  for (let next = first; ; next = texts.next()) {
    const part = Buffer.from(next.value)
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) throw new ResponseTooLargeError(limit, maxBytes)
    if (next.done === true) break
    await rest()
  }
  // Not `Buffer.concat`: to use 20 MB of new memory for the first time takes up to 80 ms.
  const body = Buffer.allocUnsafe(bytes)
  let length = 0
  for (const part of parts) {
    length += part.copy(body, length)
    await rest()
  }
  return declareConstant(body)
}

/** @returns a function that waits for the next turn of the event loop if this one has taken too long */
function turns(milliseconds: number): () => Promise<void> | undefined {
  let end = performance.now() + milliseconds
  return () => {
    if (performance.now() < end) return undefined
    return nextTurn().then(() => {
      end = performance.now() + milliseconds
    })
  }
}

const formats = new WeakMap<readonly ColumnDescription[], RowFormat>()

/** Requests with the same plan have the same array of columns. */
function formatOf(columns: readonly ColumnDescription[]): RowFormat {
  const cached = formats.get(columns)
  if (cached) return cached
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

/**
 * Makes the `Link` header (RFC 8288). Its targets are relative to the request, so they are valid
 * behind any proxy and under any prefix.
 * @param queryStringOf makes the query string of a page
 */
export function pageLinks(
  queryStringOf: (page: string) => string,
  { page, totalPages }: Pagination,
): string {
  const last = Math.max(1, totalPages)
  const link = (rel: string, number: number): string =>
    `<?${queryStringOf(String(number))}>; rel="${rel}"`
  const previous = page > 1 ? `${link('prev', Math.min(page - 1, last))}, ` : ''
  const next = page < last ? `${link('next', page + 1)}, ` : ''
  return `${link('first', 1)}, ${previous}${next}${link('last', last)}`
}
