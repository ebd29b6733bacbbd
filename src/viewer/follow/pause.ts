import { NetworkError, RateLimitError, TableQueryError } from '../../client'

/** Milliseconds between a response and the next request. */
export const USUAL_PAUSE = 3_000

/** Maximum milliseconds after failures, unless the server asks for more. */
const LONGEST_PAUSE = 60_000

/**
 * Milliseconds until the next request after consecutive failures: twice as long after each, at least as long as
 * `Retry-After` says.
 * @returns undefined if another request would fail as well
 */
export function pauseAfter(error: unknown, failures: number): number | undefined {
  if (!isTemporary(error)) return undefined
  return Math.max(askedPause(error), Math.min(USUAL_PAUSE * 2 ** failures, LONGEST_PAUSE))
}

/** Milliseconds for which the server asks to wait. */
export function askedPause(error: unknown): number {
  return error instanceof TableQueryError ? (error.retryAfter ?? 0) * 1000 : 0
}

/** Whether the error concerns the server's state, and not the request. */
function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof RateLimitError) return true
  return error instanceof TableQueryError && (error.status >= 500 || error.status === 408)
}
