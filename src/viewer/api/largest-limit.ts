import { InvalidQueryError } from '../../client'
import { learnLargestLimit } from '../view/use-view'

/**
 * A smaller `limit` for a query that the server refuses because of its limit: the server's maximum, which is
 * remembered for other queries, or half the limit if these rows are too large for one response.
 * @returns `undefined` if the error is about something else, or no limit is smaller
 */
export function smallerLimit(error: unknown, limit: number): number | undefined {
  if (!(error instanceof InvalidQueryError) || error.parameter !== 'limit' || limit <= 1) {
    return undefined
  }
  const largest = largestIn(error)
  // Not remembered, because rows of other queries have other sizes.
  if (largest >= limit) return Math.floor(limit / 2)
  learnLargestLimit(largest)
  return largest
}

/**
 * The maximum that the server states. The wording of `constraint` is up to the server: its largest number
 * counts, e.g. 100 in `a whole number from 1 to 100`.
 * @returns Infinity if it has no number
 */
function largestIn({ constraint = '' }: InvalidQueryError): number {
  const numbers = constraint.match(/\d+/g) ?? []
  const largest = Math.max(...numbers.map(Number))
  return largest >= 1 ? largest : Infinity
}
