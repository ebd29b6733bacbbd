/** Every answer, by a name that the operations refer to. */
import { statusOfError, type ErrorCode } from '../../core/errors'
import { whenAnswered } from './errors'
import {
  EVERYWHERE,
  headersOf,
  RATE_LIMIT,
  SOMETIMES,
  type HeaderFeatures,
  type HeaderName,
} from './headers'
import { referenceTo, type JsonSchema, type Response, type Responses } from './objects'

interface ErrorResponse {
  /** Of one status. */
  readonly codes: readonly [ErrorCode, ...ErrorCode[]]
  readonly required?: readonly HeaderName[]
  readonly optional?: readonly HeaderName[]
  /** Of what never becomes a request: the app is not asked. */
  readonly isOfServer?: 'always' | 'sometimes'
}

/** Told before or after the requests of a caller are counted. */
const COUNTED = ['Vary', ...RATE_LIMIT] as const

const ERROR_RESPONSES = {
  InvalidQuery: {
    codes: ['INVALID_QUERY'],
    optional: COUNTED,
    isOfServer: 'sometimes',
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
  MethodNotAllowed: { codes: ['METHOD_NOT_ALLOWED'], required: ['Allow'] },
  RequestTimeout: { codes: ['REQUEST_TIMEOUT'], isOfServer: 'always' },
  UrlTooLong: { codes: ['URL_TOO_LONG'] },
  RateLimitExceeded: { codes: ['RATE_LIMIT_EXCEEDED'], required: ['Retry-After', ...COUNTED] },
  HeadersTooLarge: { codes: ['HEADERS_TOO_LARGE'], isOfServer: 'always' },
  ServerError: {
    codes: ['DATABASE_ERROR', 'INTERNAL_SERVER_ERROR'],
    optional: ['Retry-After', ...COUNTED],
  },
} as const satisfies Readonly<Record<string, ErrorResponse>>

export type ErrorResponseName = keyof typeof ERROR_RESPONSES

/** On every path, before anybody looks at it. */
const ANYWHERE = ['InvalidQuery', 'RequestTimeout', 'UrlTooLong', 'HeadersTooLarge'] as const

/** References by their status: to these, and to those that may be the answer to anything. */
export function errorResponses(names: readonly ErrorResponseName[]): Responses {
  return Object.fromEntries(
    [...ANYWHERE, ...names].map((name) => [
      statusOfError[ERROR_RESPONSES[name].codes[0]],
      referenceTo('responses', name),
    ]),
  )
}

export function responseComponents(features: HeaderFeatures): Readonly<Record<string, Response>> {
  const errors = Object.entries<ErrorResponse>(ERROR_RESPONSES).map(
    ([name, response]) => [name, errorResponse(response, features)] as const,
  )
  const headers = headersOf(features, [...EVERYWHERE, 'Vary', 'Cache-Control', 'ETag'], SOMETIMES)
  const unchanged = { description: 'The answer still holds that the client has.', headers }
  // The answer to a browser that asks for another origin is made by whoever answers that.
  const isAlwaysSaid = !features.isCrossOrigin
  const allowed = headersOf(
    features,
    [...EVERYWHERE, ...(isAlwaysSaid ? (['Allow'] as const) : [])],
    [...SOMETIMES, 'Allow'],
  )
  return {
    ...Object.fromEntries(errors),
    NotModified: {
      ...unchanged,
      headers: { ...headers, ...headersOf(features, RATE_LIMIT) },
    },
    Allowed: { description: 'What is allowed, without a body.', headers: allowed },
  }
}

/** Of a route under the mount path. */
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
      [...EVERYWHERE, 'Vary', 'Cache-Control', ...RATE_LIMIT, ...required],
      [...SOMETIMES, ...optional],
    ),
    content: json(referenceTo('schemas', schema)),
  }
}

function errorResponse(response: ErrorResponse, features: HeaderFeatures): Response {
  const { codes, required = [], optional = [], isOfServer } = response
  const [first, ...more] = codes.map((code) => referenceTo('schemas', code))
  const ofApp = isOfServer === undefined ? EVERYWHERE : []
  const often = isOfServer === 'always' ? [] : [...SOMETIMES, ...EVERYWHERE]
  return {
    description: whenAnswered(codes),
    headers: headersOf(features, ['Cache-Control', ...ofApp, ...required], [...often, ...optional]),
    content: json(more.length === 0 ? { ...first } : { oneOf: [first, ...more] }),
  }
}

export function json(schema: object): Readonly<Record<string, { schema: JsonSchema }>> {
  return { 'application/json': { schema: { ...schema } } }
}
