/** Errors of sessions and their statements. */

/** All sessions are in use, and the queue is full or the request has waited for too long. */
export class OverloadedError extends Error {}

/** The queue is full, and the caller has most of the requests in it. */
export class QueueFullError extends OverloadedError {}

/** No session could be opened within `connectTimeout`. */
export class ConnectTimeoutError extends Error {}

/** A session must be encrypted, but the server offers no encryption. */
export class EncryptionNotOfferedError extends Error {}

/** The server responds, but statements must not run on it; the message says why. */
export class HostNotUsableError extends Error {}

/** None of several hosts can be used. The message says why, for each. */
export class NoHostError extends Error {}

/** The server has not responded within a time limit. */
export class SilentDatabaseError extends Error {
  constructor() {
    super('the database does not respond')
  }
}

/** The database has cancelled the statement because it ran for longer than `statementTimeout`. */
export class StatementTimeoutError extends Error {
  constructor(
    readonly milliseconds: number,
    options?: ErrorOptions,
  ) {
    super(`the statement took longer than ${milliseconds} ms`, options)
  }
}

/** The pool has ended the statement for others. It runs again later. */
export class InterruptedError extends Error {}

/** The session had ended before its statement began. `cause` is the error of the statement. */
export class LostSessionError extends Error {}

/** Errors of sessions that could not be opened, including errors of drivers. */
const connectFailures = new WeakSet<object>()

/** Marks the error for `isConnectFailure`. */
export function asConnectFailure<Failure>(error: Failure): Failure {
  if (typeof error === 'object' && error !== null) connectFailures.add(error)
  return error
}

/** Whether no session could be opened, so that another statement would fail too. */
export function isConnectFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && connectFailures.has(error)
}
