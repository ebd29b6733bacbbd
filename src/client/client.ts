import { withoutTrailingSlashes } from '../base-url'
import { unlessAborted } from '../unless-aborted'
import {
  checkBaseUrl,
  checkOptions,
  checkPages,
  checkQuery,
  checkRequestOptions,
} from './argument-check'
import type { QueryResult, Row, TableMetadata, TableQuery } from './contract'
import { errorOf, InvalidQueryError, isRecord, networkError, unexpectedResponse } from './errors'
import { queryText } from './query-text'

/** Headers in any form that `fetch` accepts. */
export type HeadersLike = ConstructorParameters<typeof Headers>[0]

/** Options of `createTableQueryClient`. */
export interface ClientOptions {
  /** URL of the API with its mount path, e.g. `https://example.org/api/table-viewer`. */
  readonly baseUrl: string
  /**
   * Sent with each request, e.g. `{ Authorization: 'Bearer …' }`; default: none. A function is called
   * before each request, for credentials that change.
   */
  readonly headers?: HeadersLike | (() => HeadersLike | Promise<HeadersLike>)
  /** Sends the requests; default: the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Parses a body; default: `JSON.parse`. Another parser can keep numbers with many digits exact. */
  readonly parse?: (text: string) => unknown
}

/** Options of a request. */
export interface RequestOptions {
  /** Aborts the request: its promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A client of one API. Methods reject with a subclass of `TableQueryError`. A query of another form rejects with a
 * `TypeError` before anything is sent.
 * Numbers in JSON columns become JavaScript numbers unless `parse` handles them.
 */
export interface TableQueryClient {
  /** Requests a page of a table. `R` is the type of its rows. */
  query<R = Row>(query: TableQuery, options?: RequestOptions): Promise<QueryResult<R>>
  /** Requests the names of all tables. */
  tables(options?: RequestOptions): Promise<readonly string[]>
  /** Requests the columns of a table. */
  table(name: string, options?: RequestOptions): Promise<TableMetadata>
  /**
   * Iterates over all rows, one page at a time. Without a `limit`, pages have up to 512 rows, or fewer
   * if the server refuses that. Rows that are added or removed during the iteration may be missing or repeated.
   */
  pages<R = Row>(
    query: Omit<TableQuery, 'page'>,
    options?: RequestOptions,
  ): AsyncGenerator<QueryResult<R>, void, undefined>
}

/** A power of two, because it is halved when the server refuses it. */
const MAX_PAGE_ROWS = 512

/**
 * Creates a client of an API that implements the contract. It sends nothing yet.
 * @throws TypeError for a wrong option
 */
export function createTableQueryClient(options: ClientOptions): TableQueryClient {
  checkOptions(options)
  checkBaseUrl(options.baseUrl, options.fetch !== undefined || 'location' in globalThis)
  const { parse = JSON.parse } = options
  const baseUrl = withoutTrailingSlashes(options.baseUrl)

  async function get<Body>(
    pathOf: () => string,
    isExpected: (body: unknown) => body is Body,
    requestOptions: RequestOptions = {},
  ): Promise<Body> {
    checkRequestOptions(requestOptions)
    const { signal } = requestOptions
    const throwIfAborted = (): void => {
      if (signal?.aborted === true) throw signal.reason
    }
    throwIfAborted()
    let isSent = false
    const exchange = async (): Promise<{ response: Response; text: string }> => {
      const url = `${baseUrl}/${pathOf()}`
      const headers = await headersWith(options.headers)
      throwIfAborted()
      const send = options.fetch ?? fetch
      isSent = true
      const response = await send(url, { headers, signal: signal ?? null })
      return { response, text: await response.text() }
    }
    // The functions of the options may ignore the signal.
    const { response, text } = await unlessAborted(signal, exchange()).catch((cause: unknown) => {
      throwIfAborted()
      throw networkError(cause, isSent)
    })
    const { body, cause } = parsed(text, parse)
    if (!response.ok) throw errorOf(response, body)
    if (!isExpected(body)) throw unexpectedResponse(response, cause)
    return body
  }

  // Asynchronous, like `table`, so that a wrong argument rejects the promise instead of throwing.
  const query = async <R = Row>(tableQuery: TableQuery, requestOptions?: RequestOptions) => {
    checkQuery(tableQuery)
    return get(() => `query?${exactQueryText(tableQuery)}`, isQueryResult<R>, requestOptions)
  }

  return {
    query,
    tables: (requestOptions) => get(() => 'tables', isTableList, requestOptions),
    table: async (name, requestOptions) => {
      if (typeof name !== 'string') throw new TypeError('table needs the name of a table')
      return get(() => `tables/${pathSegment(name)}`, isTableMetadata, requestOptions)
    },
    pages: async function* <R = Row>(
      tableQuery: Omit<TableQuery, 'page'>,
      requestOptions?: RequestOptions,
    ) {
      checkPages(tableQuery)
      let limit = tableQuery.limit ?? MAX_PAGE_ROWS
      for (let page = 1, totalPages = 1; page <= totalPages;) {
        let result: QueryResult<R>
        try {
          result = await query<R>({ ...tableQuery, page, limit }, requestOptions)
        } catch (error) {
          const isTooMuch = error instanceof InvalidQueryError && error.parameter === 'limit'
          if (!isTooMuch || tableQuery.limit !== undefined || limit === 1) throw error
          // Continue with the same first row.
          page = totalPages = page * 2 - 1
          limit /= 2
          continue
        }
        yield result
        totalPages = numberOf(result.pagination.totalPages)
        page++
      }
    },
  }
}

async function headersWith(own: ClientOptions['headers']): Promise<Headers> {
  const headers = new Headers({ Accept: 'application/json' })
  new Headers(typeof own === 'function' ? await own() : own).forEach((value, name) => {
    headers.set(name, value)
  })
  return headers
}

function parsed(
  text: string,
  parse: (text: string) => unknown,
): { readonly body?: unknown; readonly cause?: unknown } {
  try {
    return { body: parse(text) }
  } catch (cause) {
    return { cause }
  }
}

function isTableList(body: unknown): body is readonly string[] {
  return Array.isArray(body) && body.every((name) => typeof name === 'string')
}

function isTableMetadata(body: unknown): body is TableMetadata {
  return (
    isRecord(body) &&
    typeof body['name'] === 'string' &&
    Array.isArray(body['columns']) &&
    body['columns'].every(isColumn)
  )
}

function isColumn(value: unknown): boolean {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string'
}

/** Does not check the cells of the rows, whose type the caller states. */
function isQueryResult<R>(body: unknown): body is QueryResult<R> {
  return (
    isRecord(body) &&
    Array.isArray(body['data']) &&
    body['data'].every(isRecord) &&
    Array.isArray(body['columns']) &&
    isRecord(body['pagination']) &&
    Number.isFinite(numberOf(body['pagination']['totalPages']))
  )
}

/** The number that a value represents: a number, or what another parser makes of one (a bigint or object); else NaN. */
function numberOf(value: unknown): number {
  const mayBeNumber = typeof value === 'number' || typeof value === 'bigint' || isRecord(value)
  return mayBeNumber ? Number(value) : Number.NaN
}

/** @throws TypeError for a name whose URL would be that of another path */
function pathSegment(name: string): string {
  // URLs remove segments of dots, also encoded ones: https://url.spec.whatwg.org/#single-dot-path-segment
  if (/^\.{0,2}$/.test(name)) throw new TypeError(`a URL cannot contain the table name "${name}"`)
  return encodeURIComponent(name)
}

/** Half of a character above U+FFFF. In a URL, U+FFFD would take its place. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** @throws URIError for a lone surrogate, such as half an emoji */
function exactQueryText(query: TableQuery): string {
  const { table, filter, filterColumns = [], sort = [], columns = [] } = query
  const sortColumns = sort.map(({ column }) => column)
  for (const text of [table, filter ?? '', ...filterColumns, ...sortColumns, ...columns]) {
    // Minifiers remove a call of `encodeURIComponent` whose result is not used.
    if (LONE_SURROGATE.test(text)) throw new URIError('a text has half of a character')
  }
  return queryText(query)
}
