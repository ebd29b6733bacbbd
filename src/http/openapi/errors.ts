/** Schemas of error bodies, from the table of error codes. */
import { statusOfError, type ErrorCode } from '../../core/errors'
import type { JsonSchema } from './objects'
import { exactly, TEXT } from './schemas'

const DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  INVALID_QUERY: 'A parameter is missing or malformed, or names an unknown column.',
  AUTHENTICATION_FAILED: 'Credentials are missing or not valid, or they lack permission.',
  TABLE_NOT_FOUND: 'The table does not exist, or the caller may not read it.',
  NOT_FOUND: 'The path does not exist.',
  METHOD_NOT_ALLOWED: 'The method is not GET, HEAD or OPTIONS.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  URL_TOO_LONG: 'Path and query are too long.',
  RATE_LIMIT_EXCEEDED: 'The caller has exceeded its rate limit.',
  HEADERS_TOO_LARGE: 'URL and headers are too large.',
  DATABASE_ERROR: 'The database failed, is not reachable, or took too long.',
  INTERNAL_SERVER_ERROR:
    'An unexpected error, or overload. With overload, the response has `Retry-After`.',
}

/** Schemas of `details`, for codes that have it. */
const DETAILS: Partial<Readonly<Record<ErrorCode, JsonSchema>>> = {
  INVALID_QUERY: exactly({
    parameter: TEXT,
    value: {
      description: 'As received: `null` if it is missing, a list if it is repeated.',
      type: ['string', 'null', 'array'],
      items: TEXT,
    },
    constraint: { ...TEXT, description: 'The requirement that the value violates.' },
  }),
  AUTHENTICATION_FAILED: exactly({ authMethod: TEXT, reason: TEXT }),
  TABLE_NOT_FOUND: exactly({ table: TEXT, availableTables: { type: 'array', items: TEXT } }),
}

const ERROR_CODES = Object.keys(statusOfError) as ErrorCode[]

export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  ERROR_CODES.map((code) => {
    const details = DETAILS[code]
    const body = exactly({ error: { const: code }, message: TEXT, ...(details && { details }) })
    return [code, { ...body, description: DESCRIPTIONS[code] }] as const
  }),
)

/** @param codes codes with the same status */
export function errorDescription(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${DESCRIPTIONS[code]}`).join(' ')
}
