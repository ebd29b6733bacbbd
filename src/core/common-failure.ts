/** Failures of the whole database, which affect other requests too. */
import {
  isConnectFailure,
  OverloadedError,
  SilentDatabaseError,
  StatementTimeoutError,
} from '../dialect/sessions/session-errors'
import { ApiError } from './errors'

/**
 * Whether requests that wait for another request's statement fail with the same error. Their own
 * statement would wait for a connection or run into the timeout again.
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
