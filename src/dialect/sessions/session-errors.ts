/** Why a statement got no session, or no result. */

/** All sessions are at work, and too many requests wait for one, or one has waited for too long. */
export class OverloadedError extends Error {}

/** No session could be opened within `connectTimeout`. */
export class ConnectTimeoutError extends Error {}

/** The server has sent nothing for longer than a statement may take. */
export class SilentDatabaseError extends Error {}

/** The database has stopped the statement because it ran for longer than `statementTimeout`. */
export class StatementTimeoutError extends Error {
  constructor(
    readonly milliseconds: number,
    options?: ErrorOptions,
  ) {
    super(`the statement took longer than ${milliseconds} ms`, options)
  }
}

/** Errors of sessions that could not be opened, drivers' own errors among them. */
const connectFailures = new WeakSet<object>()

/** Marks the error for `isConnectFailure`. */
export function asConnectFailure(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) connectFailures.add(error)
  return error
}

/** Whether the error says that no session could be opened: another statement would fare no better. */
export function isConnectFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && connectFailures.has(error)
}
