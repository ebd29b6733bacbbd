/** The parameters of the query route: Joi checks them, and exports them as JSON Schema for OpenAPI. */
import Joi from 'joi'
import { invalidQuery, type ApiError } from '../../core/errors'
import { MAX_FILTER_LENGTH, requireExactPosition, type TableQuery } from '../../core/table-query'
import { MalformedItem, parseNameList, parseSortList } from '../../settings/list-grammar'
import type { QueryString } from './query-string'

interface QueryParameter {
  /** With the description for OpenAPI. */
  readonly schema: Joi.Schema
  /** For OpenAPI. */
  readonly example?: string
  /** The `constraint` in the error of a malformed value. */
  readonly constraint: string
}

export function queryParameters(maxLimit: number): Record<keyof TableQuery, QueryParameter> {
  const names = Joi.string().custom(parseNameList)
  return {
    table: {
      schema: Joi.string().required().description('Name of the table.'),
      example: 'customers',
      constraint: 'the name of a table',
    },
    page: {
      schema: extended.wholeNumber().default(1).description('Page number, starting at 1.'),
      constraint: 'a whole number from 1, in decimal digits',
    },
    limit: {
      schema: extended
        .wholeNumber()
        .max(maxLimit)
        .default(Math.min(10, maxLimit))
        .description('Rows per page. A value above the maximum is an error, it is not reduced.'),
      constraint: `a whole number from 1 to ${maxLimit}, in decimal digits`,
    },
    filter: {
      schema: extended
        .shortText()
        .default('')
        .description('Text to find in text columns, case-insensitively. Empty: no filter.'),
      constraint: `at most ${MAX_FILTER_LENGTH} characters`,
    },
    filterColumns: {
      schema: names.description(
        'Columns to search, separated by commas: `name,city`. Default: all text columns. Put a name ' +
          'with a comma or a colon in double quotes, and write a quote in it as `""`.',
      ),
      constraint: 'a list of column names separated by commas',
    },
    sort: {
      schema: Joi.string()
        .custom(parseSortList)
        // A function, because JSON Schema would show an empty array as the default of a string.
        .default(() => [])
        .description(
          'Order of the rows: `column:asc` or `column:desc`, separated by commas. Default: the primary ' +
            'key. Quote names as in `filterColumns`.',
        ),
      constraint: 'a list of column:asc or column:desc separated by commas',
    },
    columns: {
      schema: names.description(
        'Columns to return, separated by commas: `id,name`. Default: all. Quote names as in ' +
          '`filterColumns`.',
      ),
      constraint: 'a list of column names separated by commas',
    },
  }
}

/** Accepts decimal digits only; Joi's own numbers accept more forms. */
const wholeNumberType: Joi.Extension = {
  type: 'wholeNumber',
  base: Joi.number().integer().min(1).unsafe(),
  prepare: (value: unknown, { error }) =>
    typeof value === 'string' && /^[1-9][0-9]*$/.test(value)
      ? // Finite, so that Joi reports a number of any length as out of range.
        { value: Math.min(Number(value), Number.MAX_VALUE) }
      : { value, errors: [error('number.base')] },
}

/** Accepts the empty text too. Joi's own `max` counts an emoji as two characters, JSON Schema as one. */
const shortTextType = {
  type: 'shortText',
  base: Joi.any().custom((text: string) => {
    if (Array.from(text).length > MAX_FILTER_LENGTH) throw new RangeError('too long')
    return text
  }),
  jsonSchema: (_schema: Joi.Schema, result: object) => ({
    ...result,
    type: 'string',
    maxLength: MAX_FILTER_LENGTH,
  }),
}

// Joi types its extensions as `any`.
const extended = Joi.extend(wholeNumberType, shortTextType) as {
  wholeNumber(): Joi.NumberSchema
  shortText(): Joi.AnySchema
}

/** Makes a parser, which throws ApiError INVALID_QUERY for the first malformed parameter. */
export function createParametersParser(maxLimit: number): (query: QueryString) => TableQuery {
  const parameters: Readonly<Record<string, QueryParameter>> = queryParameters(maxLimit)
  const schemas = Object.entries(parameters).map(([name, { schema }]) => [name, schema] as const)
  const schema = Joi.object<TableQuery>(Object.fromEntries(schemas))
  return (queryString) => {
    const received = Object.fromEntries(
      [...queryString]
        .filter(([name]) => Object.hasOwn(parameters, name))
        .map(([name, values]) => [name, singleValue(name, values)]),
    )
    const result = schema.validate(received)
    if (result.error) throw invalidQueryOf(result.error, received, parameters)
    const query = result.value
    requireExactPosition(query.page, query.limit, received['page'] ?? '1')
    return query
  }
}

/** Converts an error of Joi into the contract's error. */
function invalidQueryOf(
  { details }: Joi.ValidationError,
  received: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, QueryParameter>>,
): ApiError {
  const name = String(details[0]?.path[0])
  // The error of a custom rule; Joi types it as any.
  const cause = details[0]?.context?.['error'] as unknown
  if (cause instanceof MalformedItem) {
    const { item, rule } = cause
    return invalidQuery(name, item, rule.constraint, rule.describe(`"${name}"`))
  }
  return invalidQuery(name, received[name] ?? null, parameters[name]?.constraint ?? '')
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
