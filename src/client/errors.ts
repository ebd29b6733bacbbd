/** Error classes: one for each code of the contract, and for missing or unexpected responses. */

/** Properties of every error. */
export interface ErrorFacts {
  /** Status of the response; 0 if there was none. */
  readonly status: number
  /** The stable code of the error. */
  readonly code: string
  /** Facts whose keys depend on the code. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter?: number | undefined
  /** Id of the request in the server's log. */
  readonly requestId?: string | undefined
  /** The header `WWW-Authenticate`. */
  readonly challenge?: string | undefined
}

/** Base class of all errors except aborts, and the class of codes that have none of their own. */
export class TableQueryError extends Error implements ErrorFacts {
  /** The name of the class. */
  override readonly name: string = 'TableQueryError'
  readonly status: number
  readonly code: string
  /** Facts whose keys depend on the code; empty if there are none. */
  readonly details: Readonly<Record<string, unknown>>
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  readonly challenge: string | undefined

  constructor(message: string, facts: ErrorFacts, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details ?? {}
    this.retryAfter = facts.retryAfter
    this.requestId = facts.requestId
    this.challenge = facts.challenge
  }
}

/** A parameter is not valid. */
export class InvalidQueryError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'InvalidQueryError'

  /** Name of the parameter. */
  get parameter(): string | undefined {
    return textOf(this.details['parameter'])
  }

  /** The value that the server received. */
  get value(): unknown {
    return this.details['value']
  }

  /** What a valid value is. */
  get constraint(): string | undefined {
    return textOf(this.details['constraint'])
  }
}

/** Credentials are missing or not valid, or lack permission. */
export class AuthenticationFailedError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'AuthenticationFailedError'

  /** The method of authentication that failed. */
  get authMethod(): string | undefined {
    return textOf(this.details['authMethod'])
  }

  /** Why it failed. */
  get reason(): string | undefined {
    return textOf(this.details['reason'])
  }
}

/** The table does not exist, or the caller may not read it. */
export class TableNotFoundError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'TableNotFoundError'

  /** The requested name. */
  get table(): string | undefined {
    return textOf(this.details['table'])
  }

  /** Tables that the caller may read; empty if the server does not say. */
  get availableTables(): readonly string[] {
    const tables = this.details['availableTables']
    return Array.isArray(tables) ? tables.filter((table) => typeof table === 'string') : []
  }
}

/** The database failed, is not reachable, or took too long. */
export class DatabaseError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'DatabaseError'
}

/** An unexpected error of the server, or overload. */
export class InternalServerError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'InternalServerError'
}

/** Too many requests; retry after `retryAfter` seconds. */
export class RateLimitError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'RateLimitError'
}

/**
 * The request received no response, or could not be made; `cause` is the error of `fetch`, of `headers`, or of a name
 * that no URL can contain.
 */
export class NetworkError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'NetworkError'
}

/** The response does not match the contract, for example because a proxy sent it. */
export class UnexpectedResponseError extends TableQueryError {
  /** The name of the class. */
  override readonly name = 'UnexpectedResponseError'
}

const CLASS_OF_CODE: ReadonlyMap<string, typeof TableQueryError> = new Map(
  Object.entries({
    INVALID_QUERY: InvalidQueryError,
    AUTHENTICATION_FAILED: AuthenticationFailedError,
    TABLE_NOT_FOUND: TableNotFoundError,
    DATABASE_ERROR: DatabaseError,
    INTERNAL_SERVER_ERROR: InternalServerError,
    RATE_LIMIT_EXCEEDED: RateLimitError,
  }),
)

/** Converts an error response. */
export function errorOf(response: Response, body: unknown): TableQueryError {
  const { error, message, details } = isRecord(body) ? body : {}
  if (typeof error !== 'string') return unexpectedResponse(response)
  const Failure = CLASS_OF_CODE.get(error) ?? TableQueryError
  return new Failure(textOf(message) ?? error, {
    ...factsOf(response),
    code: error,
    details: isRecord(details) ? details : {},
  })
}

/** @param cause why the body could not be parsed, if that failed */
export function unexpectedResponse(response: Response, cause?: unknown): UnexpectedResponseError {
  const message = `The response with status ${response.status} is not from a table query API.`
  const facts = { ...factsOf(response), code: 'UNEXPECTED_RESPONSE' }
  return new UnexpectedResponseError(message, facts, cause === undefined ? {} : { cause })
}

function factsOf({ status, headers }: Response): Omit<ErrorFacts, 'code'> {
  return {
    status,
    retryAfter: secondsOf(headers.get('Retry-After')),
    requestId: headers.get('X-Request-Id') ?? undefined,
    challenge: headers.get('WWW-Authenticate') ?? undefined,
  }
}

/** @param isSent whether the request was sent */
export function networkError(cause: unknown, isSent: boolean): NetworkError {
  const message = isSent ? 'There is no response from the server.' : 'The request cannot be made.'
  return new NetworkError(message, { status: 0, code: 'NETWORK_ERROR' }, { cause })
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Seconds, or a date in one of three forms: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  // `Date.parse` alone reads a date from almost any text.
  if (!/^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/.test(header)) return undefined
  // The form of `asctime` does not name its zone.
  const time = Date.parse(header.endsWith(' GMT') ? header : `${header} GMT`)
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
