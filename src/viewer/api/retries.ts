import { NetworkError } from '../../client'

/** Milliseconds between attempts to reach the server. */
export const RETRY_PAUSE = 500

/** Attempts after the first one. */
const MAX_RETRIES = 2

/** @param failures attempts that have failed before the one with this error */
export function isToRetry(failures: number, error: unknown): boolean {
  return error instanceof NetworkError && failures < MAX_RETRIES
}
