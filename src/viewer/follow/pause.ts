import { NetworkError, RateLimitError, TableQueryError } from '../../client'

/** Milliseconds between an answer and the next request. */
export const USUAL_PAUSE = 3_000

/** After many failures. */
const LONGEST_PAUSE = 60_000

/**
 * Milliseconds until the next request after some failures in a row, each pause twice the one before, or as
 * long as the server says.
 * @returns undefined if another request would fail as well
 */
export function pauseAfter(error: unknown, failures: number): number | undefined {
  if (!mayPass(error)) return undefined
  const asked = error instanceof TableQueryError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, Math.min(USUAL_PAUSE * 2 ** failures, LONGEST_PAUSE))
}

/** Whether the error concerns the server's state, and not the request. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof RateLimitError) return true
  return error instanceof TableQueryError && (error.status >= 500 || error.status === 408)
}
