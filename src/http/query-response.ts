/** Makes the body and tag of a query's response. Requests that share a result share its body. */
import type { QueryResult } from '../core/table-service'
import { versionTag } from './entity-tag'
import { queryBody } from './response-body'

export interface QueryResponse {
  readonly body: string | Buffer
  /** Absent if the database cannot prove that data is unchanged. */
  readonly tag: string | undefined
}

/**
 * @param maxBytes maximum bytes of a body
 * @returns a function that throws ApiError INVALID_QUERY for a larger body
 */
export function createQueryResponses(maxBytes: number): (result: QueryResult) => QueryResponse {
  // Requests that share a read have the same array of rows.
  const responses = new WeakMap<QueryResult['rows'], QueryResponse>()
  return (result) => {
    const cached = responses.get(result.rows)
    if (cached) return cached
    const { version } = result
    const body = queryBody(result, maxBytes)
    const response = { body, tag: version === undefined ? undefined : versionTag(version) }
    responses.set(result.rows, response)
    return response
  }
}
