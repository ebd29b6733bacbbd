/**
 * The response of a query: its body, its `ETag` and its `Link` header. The body is written as text, so that
 * numbers and the order of keys stay exact.
 */
import { ResponseTooLargeError } from '../../core/errors'
import type { Pagination } from '../../core/pagination'
import type { QueryResult } from '../../core/table-service'
import type { Cell, ColumnDescription, JsonEncoder } from '../../dialect/schema'
import { declareConstant } from '../constant-bodies'
import { contentTag } from '../entity-tag'
import { TimeSlices } from '../time-slices'
import { GrowingBuffer } from './growing-buffer'

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

/** Capacity of a body's memory in proportion to its expected size. */
const EXCESS = 1.2

/** Characters of the body that are encoded at once, so that no long text is copied as a whole. */
const MAX_TEXT_LENGTH = 65_536

/**
 * Makes the body and tag of a query's response. Requests that share a result share its body.
 * @param maxBytes maximum bytes of a body
 * @returns a function that throws ApiError INVALID_QUERY for a larger body, or rejects with it
 */
export function createQueryResponses(
  maxBytes: number,
): (result: QueryResult) => QueryResponse | Promise<QueryResponse> {
  const RESPONSE = Symbol('response')
  // A body of many megabytes takes a fraction of a second.
  const slices = new TimeSlices()
  return (result) => {
    // Requests that share a read have the same array of rows. The response is a property of it, for the
    // reason in `RequestValue`.
    const rows: QueryResult['rows'] & { [RESPONSE]?: QueryResponse | Promise<QueryResponse> } =
      result.rows
    return (rows[RESPONSE] ??= slices.run(responseSteps(result, maxBytes)))
  }
}

function* responseSteps(
  result: QueryResult,
  maxBytes: number,
): Generator<undefined, QueryResponse> {
  const { version } = result
  const tag = version === undefined ? undefined : contentTag(version)
  return { body: yield* bodySteps(result, maxBytes), tag }
}

function* bodySteps(
  { rows, columns, pagination }: QueryResult,
  maxBytes: number,
): Generator<undefined, string | Buffer> {
  const { names, cells } = formatOf(columns)
  let body: GrowingBuffer | undefined
  let text = '{"data":['
  let separator = ''
  let count = 0
  const flush = (): GrowingBuffer => {
    if (!body) {
      // Most rows have about the size of the first ones.
      const expected = EXCESS * Buffer.byteLength(text) * (rows.length / Math.max(1, count))
      body = new GrowingBuffer(Math.min(Math.ceil(expected), maxBytes))
    }
    body.append(text)
    if (body.length > maxBytes) throw new ResponseTooLargeError(pagination.limit, maxBytes)
    text = ''
    return body
  }
  for (const row of rows) {
    text += separator + rowText(row, cells)
    separator = ','
    count++
    if (text.length <= MAX_TEXT_LENGTH) continue
    flush()
    yield
  }
  text += `],"columns":${names},"pagination":${JSON.stringify(pagination)}}`
  return !body && 3 * text.length <= maxBytes ? text : declareConstant(flush().contents())
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
