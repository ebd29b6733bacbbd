/** Requests the rows of a query again with a conditional request, which is cheap if nothing has changed. */
import { createTableQueryClient, type QueryResult, type TableQuery } from '../../client'
import { apiAddress } from '../api/client'
import { credentialHeaders } from '../api/credentials'
import { parseResponse } from '../api/exact-response'
import { withDeadline } from './deadline'

/**
 * @returns the same object as long as the body is the same
 * @throws NetworkError also if the response takes too long
 */
type Revalidate = (signal: AbortSignal) => Promise<QueryResult>

export function createRevalidation(query: TableQuery): Revalidate {
  let last: { readonly text: string; readonly body: unknown } | undefined
  const client = createTableQueryClient({
    baseUrl: apiAddress,
    headers: credentialHeaders,
    // `no-cache`: the browser sends `If-None-Match` with the ETag of its cached response, and returns that
    // response on 304. If a script set the header, servers of other origins would have to allow it (CORS).
    fetch: (address, options) => fetch(address, { ...options, cache: 'no-cache' }),
    parse: (text) => {
      if (last?.text !== text) last = { text, body: parseResponse(text) }
      return last.body
    },
  })
  return (signal) => withDeadline(signal, (either) => client.query(query, { signal: either }))
}
