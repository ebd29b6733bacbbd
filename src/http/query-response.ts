/** Makes the body and tag of a query's response. Requests that share a result share its body. */
import type { QueryResult } from '../core/table-service'
import { contentTag } from './entity-tag'
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
  const RESPONSE = Symbol('response')
  return (result) => {
    // Requests that share a read have the same array of rows. The response is a property of it, for the
    // reason in `RequestValue`.
    const rows: QueryResult['rows'] & { [RESPONSE]?: QueryResponse } = result.rows
    return (rows[RESPONSE] ??= responseOf(result, maxBytes))
  }
}

function responseOf(result: QueryResult, maxBytes: number): QueryResponse {
  const { version } = result
  const tag = version === undefined ? undefined : contentTag(version)
  return { body: queryBody(result, maxBytes), tag }
}
