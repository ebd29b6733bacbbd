/** The response headers that the options enable. */
import { referenceTo, type Header, type Headers, type JsonSchema } from './objects'
import { TEXT } from './schemas'

/** Features that add headers. */
export interface HeaderFeatures {
  readonly isCompressed: boolean
  readonly isCrossOrigin: boolean
  readonly isLimited: boolean
}

const number = { type: 'string', pattern: '^[0-9]+$' }
const always = (value: string): JsonSchema => ({ type: 'string', const: value })

type Described = readonly [description: string, schema: JsonSchema]

/** In every response, for browsers. */
const SECURITY = {
  'Content-Security-Policy': ['A response may not load other resources.', TEXT],
  'Cross-Origin-Resource-Policy': [
    'Pages of other origins may not embed the response.',
    always('same-origin'),
  ],
  'Referrer-Policy': ['Browsers send no Referer header.', always('no-referrer')],
  'X-Content-Type-Options': ['Browsers do not guess another content type.', always('nosniff')],
  'X-Frame-Options': ['Pages may not show the response in a frame.', always('DENY')],
} as const satisfies Record<string, Described>

const COMPRESSION = {
  'Content-Encoding': [
    'Compression of the body, if it is large and `Accept-Encoding` allows it.',
    TEXT,
  ],
} as const satisfies Record<string, Described>

const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': ['Origin whose pages may read the response.', TEXT],
  'Access-Control-Expose-Headers': ['Response headers that those pages may read.', TEXT],
  'Access-Control-Allow-Methods': ['Methods that those pages may use.', TEXT],
  'Access-Control-Allow-Headers': ['Request headers that those pages may send.', TEXT],
  'Access-Control-Max-Age': ['Seconds that a browser may cache a preflight response.', number],
} as const satisfies Record<string, Described>

const LIMITS = {
  'X-RateLimit-Limit': ['Requests per window for this caller.', number],
  'X-RateLimit-Remaining': ['Requests left in this window.', number],
  'X-RateLimit-Reset': ['End of the window, in seconds since 1970.', number],
} as const satisfies Record<string, Described>

const OTHERS = {
  'X-Request-Id': [
    'Id of the request, also in the log: that of the request header, if it is valid, or a new one.',
    TEXT,
  ],
  Vary: ['Request headers that select the response.', TEXT],
  'Cache-Control': ['How the response may be cached; errors are never cached.', TEXT],
  ETag: ['Version of the response, for `If-None-Match`.', { type: 'string', pattern: '^".+"$' }],
  Link: ['The first, previous, next and last page (RFC 8288), relative to the request.', TEXT],
  'X-Total-Age': [
    'Age of the total in seconds, or of the position from which a deep page was read, if that is older; 0 if both are exact. Sent only if the server may use outdated ones.',
    { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
  ],
  Allow: ['Allowed methods.', TEXT],
  'WWW-Authenticate': ['Accepted authentication schemes.', TEXT],
  'Retry-After': ['Seconds to wait before a retry.', number],
} as const satisfies Record<string, Described>

const ALL = { ...SECURITY, ...COMPRESSION, ...CROSS_ORIGIN, ...LIMITS, ...OTHERS }

export type HeaderName = keyof typeof ALL

const namesOf = <T extends object>(headers: T): (keyof T)[] => Object.keys(headers) as (keyof T)[]

/** Headers that all responses of the app have. */
export const COMMON_HEADERS = ['X-Request-Id', ...namesOf(SECURITY)] as const
/** Headers that all responses of the app may have. */
export const OPTIONAL_HEADERS = ['Vary', ...namesOf(COMPRESSION), ...namesOf(CROSS_ORIGIN)] as const
export const RATE_LIMIT = namesOf(LIMITS)

/** Suffix of a component whose header may be absent; each header has two components. */
const OPTIONAL = '.optional'

export function headerComponents(features: HeaderFeatures): Readonly<Record<string, Header>> {
  return Object.fromEntries<Header>(
    namesOf(ALL)
      .filter((name) => isEnabled(name, features))
      .flatMap((name) => {
        const [description, schema] = ALL[name]
        return [
          [name, { description, required: true, schema }] as const,
          [name + OPTIONAL, { description, required: false, schema }] as const,
        ]
      }),
  )
}

/** Omits headers of features that are off. */
export function headersOf(
  features: HeaderFeatures,
  required: readonly HeaderName[],
  optional: readonly HeaderName[] = [],
): Headers {
  const references = [
    ...optional.map((name) => [name, name + OPTIONAL] as const),
    ...required.map((name) => [name, name] as const),
  ]
  return Object.fromEntries(
    references
      .filter(([name]) => isEnabled(name, features))
      .map(([name, component]) => [name, referenceTo('headers', component)] as const),
  )
}

function isEnabled(name: HeaderName, features: HeaderFeatures): boolean {
  if (name in COMPRESSION) return features.isCompressed
  if (name in CROSS_ORIGIN) return features.isCrossOrigin
  return name in LIMITS ? features.isLimited : true
}
