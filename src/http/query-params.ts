/** Validates the parameters of the query route, without a database. */
import type Joi from 'joi'
import { invalidQuery, type ApiError } from '../core/errors'
import { MAX_FILTER_LENGTH, requireExactPosition } from '../core/query-check'
import type { TableQuery } from '../core/table-query'
import { MalformedItem } from './list-grammar'
import { queryParamsSchema } from './query-schema'
import type { QueryString } from './query-string'

/** The `constraint` in the error of each parameter. */
const constraints = (maxLimit: number): Record<keyof TableQuery, string> => ({
  table: 'the name of a table',
  page: 'a whole number from 1, in decimal digits',
  limit: `a whole number from 1 to ${maxLimit}, in decimal digits`,
  filter: `at most ${MAX_FILTER_LENGTH} characters`,
  filterColumns: 'a list of column names separated by commas',
  sort: 'a list of column:asc or column:desc separated by commas',
  columns: 'a list of column names separated by commas',
})

export type QueryParamsParser = (query: QueryString) => TableQuery

/** The parser throws ApiError INVALID_QUERY for the first malformed parameter. */
export function createQueryParamsParser(maxLimit: number): QueryParamsParser {
  const schema = queryParamsSchema(maxLimit)
  const constraintOf = constraints(maxLimit)
  const isParameter = (name: string): name is keyof TableQuery => Object.hasOwn(constraintOf, name)

  return (queryString) => {
    const received = Object.fromEntries(
      [...queryString]
        .filter(([name]) => isParameter(name))
        .map(([name, values]) => [name, singleValue(name, values)]),
    )
    const result = schema.validate(received)
    if (result.error) throw invalidQueryOf(result.error, received, constraintOf)
    const query = result.value
    requireExactPosition(query.page, query.limit, received['page'] ?? '1')
    return query
  }
}

/** Converts an error of Joi into the contract's error. */
function invalidQueryOf(
  { details }: Joi.ValidationError,
  received: Readonly<Record<string, string>>,
  constraintOf: Readonly<Record<string, string>>,
): ApiError {
  const parameter = String(details[0]?.path[0])
  // The error of a custom rule; Joi types it as any.
  const cause = details[0]?.context?.['error'] as unknown
  if (cause instanceof MalformedItem) return invalidQuery(parameter, cause.item, cause.constraint)
  return invalidQuery(parameter, received[parameter] ?? null, constraintOf[parameter] ?? '')
}

function singleValue(parameter: string, values: readonly string[]): string {
  const [value = '', ...more] = values
  if (more.length > 0) throw invalidQuery(parameter, values, 'given once')
  return withoutNul(parameter, value)
}

/** Text in a database cannot contain NUL; Postgres rejects it with an error. */
export function withoutNul(parameter: string, value: string): string {
  if (value.includes('\0')) throw invalidQuery(parameter, value, 'text without NUL characters')
  return value
}
