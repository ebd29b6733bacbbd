/** The parameters of the query route: Joi checks them and exports them as JSON Schema for OpenAPI. */
import Joi from 'joi'
import { MAX_FILTER_LENGTH } from '../core/query-check'
import type { TableQuery } from '../core/table-query'
import { parseNameList, parseSortList } from './list-grammar'

export function queryParamsSchema(maxLimit: number): Joi.ObjectSchema<TableQuery> {
  const names = Joi.string().custom(parseNameList)
  return Joi.object<TableQuery>({
    table: Joi.string().required().description('Name of the table.').example('customers'),
    page: extended.wholeNumber().default(1).description('Page number, starting at 1.'),
    limit: extended
      .wholeNumber()
      .max(maxLimit)
      .default(Math.min(10, maxLimit))
      .description('Rows per page. A value above the maximum is an error, it is not reduced.'),
    filter: extended
      .shortText()
      .default('')
      .description('Text to find in text columns, case-insensitively. Empty: no filter.'),
    filterColumns: names.description(
      'Columns to search, separated by commas: `name,city`. Default: all text columns. Put a name with a ' +
        'comma or a colon in double quotes, and write a quote in it as `""`.',
    ),
    sort: Joi.string()
      .custom(parseSortList)
      // A function, because JSON Schema would show an empty array as the default of a string.
      .default(() => [])
      .description(
        'Order of the rows: `column:asc` or `column:desc`, separated by commas. Default: the primary ' +
          'key. Quote names as in `filterColumns`.',
      ),
    columns: names.description(
      'Columns to return, separated by commas: `id,name`. Default: all. Quote names as in ' +
        '`filterColumns`.',
    ),
  })
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
