/** Named responses, which the operations refer to. */
import { statusOfError, type ErrorCode } from '../../core/errors'
import { errorDescription } from './errors'
import {
  COMMON_HEADERS,
  headersOf,
  RATE_LIMIT,
  OPTIONAL_HEADERS,
  type HeaderFeatures,
  type HeaderName,
} from './headers'
import { referenceTo, type JsonSchema, type Response, type Responses } from './objects'

interface ErrorResponse {
  /** Codes with the same status. */
  readonly codes: readonly [ErrorCode, ...ErrorCode[]]
  readonly required?: readonly HeaderName[]
  readonly optional?: readonly HeaderName[]
  /** Whether the HTTP server sends it, without the app, for input that is not a valid request. */
  readonly sentWithoutApp?: 'always' | 'sometimes'
}

/** Headers of responses that the rate limit may have counted. */
const COUNTED = ['Vary', ...RATE_LIMIT] as const

const ERROR_RESPONSES = {
  InvalidQuery: {
    codes: ['INVALID_QUERY'],
    optional: COUNTED,
    sentWithoutApp: 'sometimes',
  },
  AuthenticationFailed: {
    codes: ['AUTHENTICATION_FAILED'],
    required: ['WWW-Authenticate', 'Vary'],
    optional: RATE_LIMIT,
  },
  TableNotFound: {
    codes: ['TABLE_NOT_FOUND'],
    required: COUNTED,
  },
  NotFound: { codes: ['NOT_FOUND'] },
  MethodNotAllowed: {
    codes: ['METHOD_NOT_ALLOWED'],
    required: ['Allow'],
    sentWithoutApp: 'sometimes',
  },
  RequestTimeout: { codes: ['REQUEST_TIMEOUT'], sentWithoutApp: 'always' },
  UrlTooLong: { codes: ['URL_TOO_LONG'] },
  RateLimitExceeded: { codes: ['RATE_LIMIT_EXCEEDED'], required: ['Retry-After', ...COUNTED] },
  HeadersTooLarge: { codes: ['HEADERS_TOO_LARGE'], sentWithoutApp: 'always' },
  ServerError: {
    codes: ['DATABASE_ERROR', 'INTERNAL_SERVER_ERROR'],
    optional: ['Retry-After', ...COUNTED],
  },
} as const satisfies Readonly<Record<string, ErrorResponse>>

export type ErrorResponseName = keyof typeof ERROR_RESPONSES

/** Errors of every path, which occur before routing. */
const COMMON_ERRORS = ['InvalidQuery', 'RequestTimeout', 'UrlTooLong', 'HeadersTooLarge'] as const

/** References by status: to the given errors, and to those of every path. */
export function errorResponses(names: readonly ErrorResponseName[]): Responses {
  return Object.fromEntries(
    [...COMMON_ERRORS, ...names].map((name) => [
      statusOfError[ERROR_RESPONSES[name].codes[0]],
      referenceTo('responses', name),
    ]),
  )
}

export function responseComponents(features: HeaderFeatures): Readonly<Record<string, Response>> {
  const errors = Object.entries<ErrorResponse>(ERROR_RESPONSES).map(
    ([name, response]) => [name, errorResponse(response, features)] as const,
  )
  // The CORS middleware sends preflight responses, without `Allow`.
  const hasAllow = !features.isCrossOrigin
  const allowed = headersOf(
    features,
    [...COMMON_HEADERS, ...(hasAllow ? (['Allow'] as const) : [])],
    [...OPTIONAL_HEADERS, 'Allow'],
  )
  return {
    ...Object.fromEntries(errors),
    NotModified: {
      description: "The client's copy is up to date.",
      headers: headersOf(
        features,
        [...COMMON_HEADERS, 'Vary', 'Cache-Control', 'ETag', ...RATE_LIMIT],
        OPTIONAL_HEADERS,
      ),
    },
    Allowed: { description: 'The allowed methods, without a body.', headers: allowed },
  }
}

/** The successful response of a route below the mount path. */
export function success(
  features: HeaderFeatures,
  description: string,
  schema: string,
  { required = [], optional = [] }: Pick<ErrorResponse, 'required' | 'optional'>,
): Response {
  return {
    description,
    headers: headersOf(
      features,
      [...COMMON_HEADERS, 'Vary', 'Cache-Control', ...RATE_LIMIT, ...required],
      [...OPTIONAL_HEADERS, ...optional],
    ),
    content: json(referenceTo('schemas', schema)),
  }
}

function errorResponse(response: ErrorResponse, features: HeaderFeatures): Response {
  const { codes, required = [], optional = [], sentWithoutApp } = response
  const [first, ...more] = codes.map((code) => referenceTo('schemas', code))
  const requiredOfApp = sentWithoutApp === undefined ? COMMON_HEADERS : (['X-Request-Id'] as const)
  const optionalOfApp = sentWithoutApp === 'always' ? [] : [...OPTIONAL_HEADERS, ...COMMON_HEADERS]
  return {
    description: errorDescription(codes),
    headers: headersOf(
      features,
      ['Cache-Control', ...requiredOfApp, ...required],
      [...optionalOfApp, ...optional],
    ),
    content: json(more.length === 0 ? { ...first } : { oneOf: [first, ...more] }),
  }
}

export function json(schema: object): Readonly<Record<string, { schema: JsonSchema }>> {
  return { 'application/json': { schema: { ...schema } } }
}
