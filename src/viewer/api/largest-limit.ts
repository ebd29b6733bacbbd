import { InvalidQueryError } from '../../client'

/**
 * The server's maximum `limit`, from the error of a query with a larger one. The wording of `constraint` is up
 * to the server: its largest number counts, e.g. 100 in `a whole number from 1 to 100`.
 * @returns Infinity if the error is not about the limit, or has no number
 */
export function largestLimitIn(error: unknown): number {
  if (!(error instanceof InvalidQueryError) || error.parameter !== 'limit') return Infinity
  const numbers = (error.constraint ?? '').match(/\d+/g) ?? []
  const largest = Math.max(...numbers.map(Number))
  return largest >= 1 ? largest : Infinity
}
