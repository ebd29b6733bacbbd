/** The headers of answers, as far as they are set by the options in force. */
import { referenceTo, type Header, type Headers, type JsonSchema } from './objects'

/** What decides which headers there are. */
export interface HeaderFeatures {
  readonly isCompressed: boolean
  readonly isCrossOrigin: boolean
  readonly isLimited: boolean
}

const number = { type: 'string', pattern: '^[0-9]+$' }
const text = { type: 'string' }
const always = (value: string): JsonSchema => ({ type: 'string', const: value })

type Described = readonly [description: string, schema: JsonSchema]

/** Told to browsers with every answer. */
const SECURITY = {
  'Content-Security-Policy': ['Nothing may be loaded for an answer.', text],
  'Cross-Origin-Resource-Policy': [
    'No page of another origin may embed it.',
    always('same-origin'),
  ],
  'Referrer-Policy': ['No address is passed on.', always('no-referrer')],
  'X-Content-Type-Options': ['An answer is of no other type than it says.', always('nosniff')],
  'X-Frame-Options': ['No page may frame it.', always('DENY')],
} as const satisfies Record<string, Described>

const COMPRESSION = {
  'Content-Encoding': ['Of large answers, for who asks by `Accept-Encoding`.', text],
} as const satisfies Record<string, Described>

const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': ['The origin whose pages may read the answer.', text],
  'Access-Control-Expose-Headers': ['Headers that those pages may read.', text],
  'Access-Control-Allow-Methods': ['Methods that those pages may use.', text],
  'Access-Control-Allow-Headers': ['Headers that those pages may send.', text],
  'Access-Control-Max-Age': ['Seconds that a browser may keep what it was allowed.', number],
} as const satisfies Record<string, Described>

const LIMITS = {
  'X-RateLimit-Limit': ['Requests that the caller may make in a window.', number],
  'X-RateLimit-Remaining': ['How many of them are left.', number],
  'X-RateLimit-Reset': ['When the window ends, in seconds since 1970.', number],
} as const satisfies Record<string, Described>

const OTHERS = {
  'X-Request-Id': ["The client's own, or a new one; the log has it too.", text],
  Vary: ['Request headers by which answers differ.', text],
  'Cache-Control': ['Whether the answer may be kept; an error may not.', text],
  ETag: ['For `If-None-Match`.', { type: 'string', pattern: '^".+"$' }],
  Link: ['The first, previous, next and last page (RFC 8288), relative to the request.', text],
  Allow: ['The methods that are allowed.', text],
  'WWW-Authenticate': ['How a caller can say who it is.', text],
  'Retry-After': ['Seconds after which the same request may fare better.', number],
} as const satisfies Record<string, Described>

const ALL = { ...SECURITY, ...COMPRESSION, ...CROSS_ORIGIN, ...LIMITS, ...OTHERS }

export type HeaderName = keyof typeof ALL

const namesOf = <T extends object>(headers: T): (keyof T)[] => Object.keys(headers) as (keyof T)[]

/** On answers of the app itself, whatever they are. */
export const EVERYWHERE = ['X-Request-Id', ...namesOf(SECURITY)] as const
export const SOMETIMES = ['Vary', ...namesOf(COMPRESSION), ...namesOf(CROSS_ORIGIN)] as const
export const RATE_LIMIT = namesOf(LIMITS)

/** A header is either on every answer of its kind, or it may be missing: two descriptions. */
const OPTIONAL = '.optional'

export function headerComponents(features: HeaderFeatures): Readonly<Record<string, Header>> {
  return Object.fromEntries<Header>(
    namesOf(ALL)
      .filter((name) => isInForce(name, features))
      .flatMap((name) => {
        const [description, schema] = ALL[name]
        return [
          [name, { description, required: true, schema }] as const,
          [name + OPTIONAL, { description, required: false, schema }] as const,
        ]
      }),
  )
}

/** Without those that the options in force never set. */
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
      .filter(([name]) => isInForce(name, features))
      .map(([name, component]) => [name, referenceTo('headers', component)] as const),
  )
}

function isInForce(name: HeaderName, features: HeaderFeatures): boolean {
  if (name in COMPRESSION) return features.isCompressed
  if (name in CROSS_ORIGIN) return features.isCrossOrigin
  return name in LIMITS ? features.isLimited : true
}
