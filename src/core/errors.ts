/** All errors of the API: one closed table, one constructor per case. */

import type { StatementTimeoutError } from '../dialect/sessions/session-errors'

/** Every error code and its HTTP status. */
export const statusOfError = {
  INVALID_QUERY: 400,
  AUTHENTICATION_FAILED: 401,
  TABLE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  URL_TOO_LONG: 414,
  RATE_LIMIT_EXCEEDED: 429,
  HEADERS_TOO_LARGE: 431,
  DATABASE_ERROR: 500,
  INTERNAL_SERVER_ERROR: 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof statusOfError

/** An error whose message and details go to the client; `cause` is for the log alone. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Readonly<Record<string, unknown>>,
    options: ErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    super(message, options)
    this.retryAfter = options.retryAfter
  }

  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined

  get status(): number {
    return statusOfError[this.code]
  }
}

/** @param constraint completes the sentence "the parameter must be …" */
export function invalidQuery(
  parameter: string,
  value: unknown,
  constraint: string,
  message = `Parameter "${parameter}" must be ${constraint}.`,
): ApiError {
  return new ApiError('INVALID_QUERY', message, { parameter, value, constraint })
}

/** The rows of one response are more than the server may hold in memory. */
export function responseTooLarge(limit: number, bytes: number): ApiError {
  const error = invalidQuery(
    'limit',
    String(limit),
    `small enough for an answer of at most ${bytes} bytes`,
    `The answer would be larger than ${bytes} bytes. Ask for fewer rows or columns.`,
  )
  tooLarge.add(error)
  return error
}

const tooLarge = new WeakSet<object>()

export function isResponseTooLarge(error: unknown): boolean {
  return error instanceof ApiError && tooLarge.has(error)
}

export function tableNotFound(table: string, availableTables: readonly string[]): ApiError {
  return new ApiError('TABLE_NOT_FOUND', `Table "${table}" does not exist or cannot be read.`, {
    table,
    availableTables,
  })
}

/** For authentication functions: `reason` goes to the client, so it must not help an attacker. */
export function authenticationFailed(authMethod: string, reason: string): ApiError {
  return new ApiError('AUTHENTICATION_FAILED', `Authentication failed: ${reason}.`, {
    authMethod,
    reason,
  })
}

/** @param most bytes */
export function urlTooLong(most: number): ApiError {
  return new ApiError('URL_TOO_LONG', `The path with its query may have ${most} bytes at most.`)
}

export function headersTooLarge(): ApiError {
  return new ApiError('HEADERS_TOO_LARGE', 'The URL and the headers are too large together.')
}

export function requestTimedOut(): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive in time.')
}

/** @param retryAfter seconds */
export function rateLimitExceeded(retryAfter: number): ApiError {
  const message = `Too many requests. Ask again in ${retryAfter} s.`
  return new ApiError('RATE_LIMIT_EXCEEDED', message, undefined, { retryAfter })
}

/** @param cause the database's error, for the log */
export function roleRefused(cause?: unknown): ApiError {
  const reason = 'the caller has no role in the database'
  const details = { authMethod: 'permissions', reason }
  return new ApiError('AUTHENTICATION_FAILED', `Authentication failed: ${reason}.`, details, {
    cause,
  })
}

/** The driver's message may hold SQL, values and hosts, so it stays in `cause`. */
export function databaseError(cause: unknown): ApiError {
  return new ApiError('DATABASE_ERROR', 'The database could not answer.', undefined, { cause })
}

/** The client can avoid this database error by asking for less. */
export function statementTimedOut(cause: StatementTimeoutError): ApiError {
  const message = `The query took longer than the ${cause.milliseconds} ms that it may take.`
  return new ApiError('DATABASE_ERROR', message, undefined, { cause })
}

/** The server is overloaded; the same request may succeed later. */
export function overloaded(cause?: unknown): ApiError {
  const message = 'The server has too much to do. Ask again in a moment.'
  return new ApiError('INTERNAL_SERVER_ERROR', message, undefined, { cause, retryAfter: 1 })
}

export function internalServerError(cause: unknown): ApiError {
  return new ApiError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server.', undefined, {
    cause,
  })
}
