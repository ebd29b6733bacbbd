/** The codes of all errors of the API, and functions that make the errors; those of HTTP itself are in `src/http`. */

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

/** A stable code of an error: the key `error` of its body. */
export type ErrorCode = keyof typeof statusOfError

/** An error whose message and details are sent to the client. `cause` appears only in the log. */
export class ApiError extends Error {
  /** The name of the public class, which subclasses keep. */
  override readonly name = 'ApiError'

  constructor(
    /** The stable code, which determines the status. */
    readonly code: ErrorCode,
    message: string,
    /** Facts for programs; their keys depend on the code. */
    readonly details?: Readonly<Record<string, unknown>>,
    options: ErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    super(message, options)
    this.retryAfter = options.retryAfter
  }

  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined

  /** The HTTP status of the code. */
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

/** The body would exceed `maxResponseBytes`. */
export class ResponseTooLargeError extends ApiError {
  constructor(limit: number, maxBytes: number) {
    super(
      'INVALID_QUERY',
      `The response would be larger than ${maxBytes} bytes. Request fewer rows or columns.`,
      {
        parameter: 'limit',
        value: String(limit),
        constraint: `small enough for a response of at most ${maxBytes} bytes`,
      },
    )
  }
}

export function tableNotFound(table: string, availableTables: readonly string[]): ApiError {
  return new ApiError('TABLE_NOT_FOUND', `Table "${table}" does not exist or cannot be read.`, {
    table,
    availableTables,
  })
}

/**
 * Makes the error that a function of the option `authenticate` throws.
 * @param authMethod name of the method, e.g. `session`
 * @param reason completes the message, e.g. `sign in first`. The client receives it, so it must not help
 *   an attacker.
 * @param options `cause`: for the log
 */
export function authenticationFailed(
  authMethod: string,
  reason: string,
  options: ErrorOptions = {},
): ApiError {
  const message = `Authentication failed: ${reason}.`
  return new ApiError('AUTHENTICATION_FAILED', message, { authMethod, reason }, options)
}

/** @param cause the database's error, for the log */
export function roleRefused(cause?: unknown): ApiError {
  return authenticationFailed('permissions', 'the caller has no role in the database', { cause })
}

/** The driver's message can contain SQL, values and host names, so only `cause` has it. */
export function databaseError(cause: unknown): ApiError {
  const message = 'The database failed or is not reachable.'
  return new ApiError('DATABASE_ERROR', message, undefined, { cause })
}

/** A database error that the client can avoid with a cheaper query, so the message has the limit. */
export function statementTimedOut(cause: StatementTimeoutError): ApiError {
  const message = `The query took longer than ${cause.milliseconds} ms.`
  return new ApiError('DATABASE_ERROR', message, undefined, { cause })
}

/** The server is overloaded; the same request may succeed later. */
export function overloaded(cause?: unknown): ApiError {
  const message = 'The server is overloaded. Retry later.'
  return new ApiError('INTERNAL_SERVER_ERROR', message, undefined, { cause, retryAfter: 1 })
}

export function internalServerError(cause: unknown): ApiError {
  return new ApiError(
    'INTERNAL_SERVER_ERROR',
    'An unexpected error occurred on the server.',
    undefined,
    {
      cause,
    },
  )
}
