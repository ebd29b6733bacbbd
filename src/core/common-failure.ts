/** Failures that are not one request's own: the database would fail any other just so. */
import { isConnectFailure, OverloadedError } from '../dialect/pool'
import { SilentDatabaseError, StatementTimeoutError } from '../dialect/session'
import { ApiError } from './errors'

/**
 * Whether requests that wait for this one's statement fail along with it. To begin another would make
 * them wait once more for what has just been refused: a connection, or the time for the statement.
 */
export function isCommonFailure(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return (
    cause instanceof OverloadedError ||
    cause instanceof StatementTimeoutError ||
    cause instanceof SilentDatabaseError ||
    isConnectFailure(cause)
  )
}
