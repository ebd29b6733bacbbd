/** What a query's result is sent as. Requests that share one result share its bytes too. */
import type { QueryResult } from '../core/table-service'
import { tagOfVersion } from './entity-tag'
import { queryBody } from './response-body'

export interface QueryAnswer {
  readonly body: string | Buffer
  /** Absent where nothing proves that the data is still the same. */
  readonly tag: string | undefined
}

/**
 * @param mostBytes of the body
 * @returns a function that throws ApiError INVALID_QUERY for an answer that would be larger
 */
export function createQueryAnswers(mostBytes: number): (result: QueryResult) => QueryAnswer {
  // Requests that share a read have the same rows.
  const answers = new WeakMap<QueryResult['rows'], QueryAnswer>()
  return (result) => {
    const known = answers.get(result.rows)
    if (known) return known
    const { version } = result
    const body = queryBody(result, mostBytes)
    const answer = { body, tag: version === undefined ? undefined : tagOfVersion(version) }
    answers.set(result.rows, answer)
    return answer
  }
}
