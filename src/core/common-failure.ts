/** Failures of the database itself, by which any other request would fail too. */
import {
  isConnectFailure,
  OverloadedError,
  SilentDatabaseError,
  StatementTimeoutError,
} from '../dialect/sessions/session-errors'
import { ApiError } from './errors'

/**
 * Whether requests that wait for a statement fail along with it. A statement of their own would wait
 * again for the same thing: a connection, or the end of the statement.
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
