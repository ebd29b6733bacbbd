/** What can be told to have gone wrong, from the table of error codes. */
import { statusOfError, type ErrorCode } from '../../core/errors'
import type { JsonSchema } from './objects'
import { exactly } from './schemas'

const text = { type: 'string' }

const WHEN: Readonly<Record<ErrorCode, string>> = {
  INVALID_QUERY: 'A parameter is missing or not as it must be, or names an unknown column.',
  AUTHENTICATION_FAILED: 'The caller has not shown who it is, or the deployment refuses it.',
  TABLE_NOT_FOUND: 'There is no such table that the caller may read.',
  NOT_FOUND: 'There is nothing at this path.',
  METHOD_NOT_ALLOWED: 'The method is not GET, HEAD or OPTIONS.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  URL_TOO_LONG: 'Path and query have more bytes than the operator allows.',
  RATE_LIMIT_EXCEEDED: 'These are more requests than one caller may make.',
  HEADERS_TOO_LARGE: 'URL and headers together have more bytes than the operator allows.',
  DATABASE_ERROR: 'The database failed, cannot be reached or took too long.',
  INTERNAL_SERVER_ERROR: 'Anything else, or too much to do: then with `Retry-After`.',
}

/** Of the codes that have some. */
const DETAILS: Partial<Readonly<Record<ErrorCode, JsonSchema>>> = {
  INVALID_QUERY: exactly({
    parameter: text,
    value: {
      description: 'As received: `null` where it is missing, a list where it came several times.',
      type: ['string', 'null', 'array'],
      items: text,
    },
    constraint: { ...text, description: 'What would have been right.' },
  }),
  AUTHENTICATION_FAILED: exactly({ authMethod: text, reason: text }),
  TABLE_NOT_FOUND: exactly({ table: text, availableTables: { type: 'array', items: text } }),
}

const ERROR_CODES = Object.keys(statusOfError) as ErrorCode[]

export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  ERROR_CODES.map((code) => {
    const details = DETAILS[code]
    const body = exactly({ error: { const: code }, message: text, ...(details && { details }) })
    return [code, { ...body, description: WHEN[code] }] as const
  }),
)

/** @param codes of one status */
export function whenAnswered(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${WHEN[code]}`).join(' ')
}
