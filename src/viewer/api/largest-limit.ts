import { InvalidQueryError } from '../../client'

/**
 * The server's largest number of rows per page, if an error says that a query asked for more. The text
 * is the server's own: its largest number is the limit, e.g. `a whole number from 1 to 100`.
 * @returns Infinity if the error is about something else
 */
export function largestLimitIn(error: unknown): number {
  if (!(error instanceof InvalidQueryError) || error.parameter !== 'limit') return Infinity
  const numbers = (error.constraint ?? '').match(/\d+/g) ?? []
  const largest = Math.max(...numbers.map(Number))
  return largest >= 1 ? largest : Infinity
}
