import type { QueryResult, Row, TableMetadata, TableQuery } from './contract'
import { errorOf, InvalidQueryError, isRecord, networkError, unexpectedAnswer } from './errors'
import { queryText } from './query-text'

/** Whatever `fetch` takes for headers. */
export type HeadersLike = ConstructorParameters<typeof Headers>[0]

export interface ClientOptions {
  /** Address of the API with its mount path, e.g. `https://example.org/api/table-viewer`. */
  readonly baseUrl: string
  /** Sent with each request, e.g. `{ Authorization: 'Bearer …' }`. */
  readonly headers?: HeadersLike
  /** Asked before each request, for credentials that change; stronger than `headers`. */
  readonly getHeaders?: () => HeadersLike | Promise<HeadersLike>
  /** Instead of the global one. */
  readonly fetch?: typeof fetch
  /** Instead of `JSON.parse`, for numbers of more digits than JavaScript's own have. */
  readonly parse?: (text: string) => unknown
}

export interface RequestOptions {
  /** Ends the request: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Each method rejects with a `TableQueryError` of the class that fits.
 * Numbers of JSON columns are JavaScript's own here, unless `parse` makes something else of them.
 */
export interface TableQueryClient {
  query<R = Row>(query: TableQuery, options?: RequestOptions): Promise<QueryResult<R>>
  /** Names of all tables. */
  tables(options?: RequestOptions): Promise<readonly string[]>
  table(name: string, options?: RequestOptions): Promise<TableMetadata>
  /**
   * All rows, a page at a time. Without a `limit` the pages are as large as the server lets them be,
   * up to 512 rows. Rows that others add or remove meanwhile may be missed or met twice.
   */
  pages<R = Row>(
    query: Omit<TableQuery, 'page'>,
    options?: RequestOptions,
  ): AsyncGenerator<QueryResult<R>, void, undefined>
}

/** A power of two, because it is halved where the server refuses it. */
const LARGEST_PAGE = 512

export function createTableQueryClient(options: ClientOptions): TableQueryClient {
  const { parse = JSON.parse } = options
  const baseUrl = withoutEndingSlashes(options.baseUrl)

  async function get<Body>(
    path: string,
    isExpected: (body: unknown) => body is Body,
    { signal }: RequestOptions = {},
  ): Promise<Body> {
    const headers = new Headers({ Accept: 'application/json' })
    for (const more of [options.headers, await options.getHeaders?.()]) {
      new Headers(more).forEach((value, name) => {
        headers.set(name, value)
      })
    }
    const send = options.fetch ?? fetch
    let response: Response
    let text: string
    try {
      response = await send(`${baseUrl}/${path}`, { headers, signal: signal ?? null })
      text = await response.text()
    } catch (cause) {
      throw signal?.aborted === true ? cause : networkError(cause)
    }
    const body = parsed(text, parse)
    if (!response.ok) throw errorOf(response, body)
    if (!isExpected(body)) throw unexpectedAnswer({ status: response.status })
    return body
  }

  const query = <R = Row>(asked: TableQuery, requestOptions?: RequestOptions) =>
    get(`query?${queryText(asked)}`, isQueryResult<R>, requestOptions)

  return {
    query,
    tables: (requestOptions) => get('tables', isTableList, requestOptions),
    table: (name, requestOptions) =>
      get(`tables/${encodeURIComponent(name)}`, isTableMetadata, requestOptions),
    pages: async function* <R = Row>(
      asked: Omit<TableQuery, 'page'>,
      requestOptions?: RequestOptions,
    ) {
      let limit = asked.limit ?? LARGEST_PAGE
      for (let page = 1, totalPages = 1; page <= totalPages;) {
        let result: QueryResult<R>
        try {
          result = await query<R>({ ...asked, page, limit }, requestOptions)
        } catch (error) {
          const isTooMuch = error instanceof InvalidQueryError && error.parameter === 'limit'
          if (!isTooMuch || asked.limit !== undefined || limit === 1) throw error
          // The same row comes first on the page.
          page = totalPages = page * 2 - 1
          limit /= 2
          continue
        }
        yield result
        totalPages = result.pagination.totalPages
        page++
      }
    },
  }
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function isTableList(body: unknown): body is readonly string[] {
  return Array.isArray(body) && body.every((name) => typeof name === 'string')
}

function isTableMetadata(body: unknown): body is TableMetadata {
  return isRecord(body) && typeof body['name'] === 'string' && Array.isArray(body['columns'])
}

/** The rows are believed to be what the caller says that they are. */
function isQueryResult<R>(body: unknown): body is QueryResult<R> {
  return (
    isRecord(body) &&
    Array.isArray(body['data']) &&
    Array.isArray(body['columns']) &&
    isRecord(body['pagination']) &&
    typeof body['pagination']['totalPages'] === 'number'
  )
}

/** A regular expression would take a time that grows by the square of a run. */
function withoutEndingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}
