/** One class for each error of the contract, and for answers that never came or are none of it. */

export interface ErrorFacts {
  /** Of the answer; 0 when there was none. */
  readonly status: number
  /** What the contract calls the error: the name to rely on. */
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds to wait, where the server says so. */
  readonly retryAfter?: number | undefined
  /** By which the server's log can be searched. */
  readonly requestId?: string | undefined
  /** `WWW-Authenticate`: how the server wants its callers to say who they are. */
  readonly challenge?: string | undefined
}

/** Any failure of a request but its being aborted. Codes without a class of their own are of this one. */
export class TableQueryError extends Error implements ErrorFacts {
  override readonly name: string = 'TableQueryError'
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  readonly challenge: string | undefined

  constructor(message: string, facts: ErrorFacts, options?: ErrorOptions) {
    super(message, options)
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details ?? {}
    this.retryAfter = facts.retryAfter
    this.requestId = facts.requestId
    this.challenge = facts.challenge
  }
}

/** A parameter is not as it must be. */
export class InvalidQueryError extends TableQueryError {
  override readonly name = 'InvalidQueryError'

  get parameter(): string | undefined {
    return textOf(this.details['parameter'])
  }

  get value(): unknown {
    return this.details['value']
  }

  get constraint(): string | undefined {
    return textOf(this.details['constraint'])
  }
}

/** Credentials are missing, wrong or too weak. */
export class AuthenticationFailedError extends TableQueryError {
  override readonly name = 'AuthenticationFailedError'

  get authMethod(): string | undefined {
    return textOf(this.details['authMethod'])
  }

  get reason(): string | undefined {
    return textOf(this.details['reason'])
  }
}

export class TableNotFoundError extends TableQueryError {
  override readonly name = 'TableNotFoundError'

  get table(): string | undefined {
    return textOf(this.details['table'])
  }

  get availableTables(): readonly string[] {
    const tables = this.details['availableTables']
    return Array.isArray(tables) ? tables.filter((table) => typeof table === 'string') : []
  }
}

/** The database could not answer. */
export class DatabaseError extends TableQueryError {
  override readonly name = 'DatabaseError'
}

/** The server could not. */
export class InternalServerError extends TableQueryError {
  override readonly name = 'InternalServerError'
}

/** Too many requests: `retryAfter` says when to come back. */
export class RateLimitError extends TableQueryError {
  override readonly name = 'RateLimitError'
}

/** No answer came: `cause` is what `fetch` said. */
export class NetworkError extends TableQueryError {
  override readonly name = 'NetworkError'
}

/** The answer is none of the contract: something else is at this address, or in between. */
export class UnexpectedAnswerError extends TableQueryError {
  override readonly name = 'UnexpectedAnswerError'
}

const CLASS_OF_CODE: Readonly<Record<string, typeof TableQueryError>> = {
  INVALID_QUERY: InvalidQueryError,
  AUTHENTICATION_FAILED: AuthenticationFailedError,
  TABLE_NOT_FOUND: TableNotFoundError,
  DATABASE_ERROR: DatabaseError,
  INTERNAL_SERVER_ERROR: InternalServerError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
}

/** The error that an answer tells of. */
export function errorOf({ status, headers }: Response, body: unknown): TableQueryError {
  const { error, message, details } = isRecord(body) ? body : {}
  const facts = {
    status,
    retryAfter: secondsOf(headers.get('Retry-After')),
    requestId: headers.get('X-Request-Id') ?? undefined,
    challenge: headers.get('WWW-Authenticate') ?? undefined,
  }
  if (typeof error !== 'string') return unexpectedAnswer(facts)
  const Failure = (Object.hasOwn(CLASS_OF_CODE, error) && CLASS_OF_CODE[error]) || TableQueryError
  return new Failure(textOf(message) ?? error, {
    ...facts,
    code: error,
    details: isRecord(details) ? details : {},
  })
}

export function unexpectedAnswer(facts: Omit<ErrorFacts, 'code'>): UnexpectedAnswerError {
  const message = `The answer, of status ${facts.status}, is not one of a table query API.`
  return new UnexpectedAnswerError(message, { ...facts, code: 'UNEXPECTED_ANSWER' })
}

export function networkError(cause: unknown): NetworkError {
  const message = 'The server cannot be reached.'
  return new NetworkError(message, { status: 0, code: 'NETWORK_ERROR' }, { cause })
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined
}
