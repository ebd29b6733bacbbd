/** What each parameter of the query route may be: checked by Joi, and told by it as JSON Schema. */
import Joi from 'joi'
import type { TableQuery } from '../core/table-query'
import { parseNameList, parseSortList } from './list-grammar'

export const LONGEST_FILTER = 1000

export function queryParamsSchema(maxLimit: number): Joi.ObjectSchema<TableQuery> {
  const names = Joi.string().custom(parseNameList)
  return Joi.object<TableQuery>({
    table: Joi.string().required().description('Name of the table.').example('customers'),
    page: own.wholeNumber().default(1).description('Number of the page, from 1.'),
    limit: own
      .wholeNumber()
      .max(maxLimit)
      .default(Math.min(10, maxLimit))
      .description('Rows per page. More than the largest is refused, not cut down.'),
    filter: own
      .shortText()
      .default('')
      .description('Text to find in any text column, whatever the case; nothing is no filter.'),
    filterColumns: names.description(
      'Columns to search, separated by commas: `name,city`; by default all text columns. A name with a comma ' +
        'or a colon in it goes between double quotes, and `""` in it is one quote.',
    ),
    sort: Joi.string()
      .custom(parseSortList)
      // As a function, because the text that stands for it is none that a client could send.
      .default(() => [])
      .description(
        'Order of the rows: `column:asc` or `column:desc`, separated by commas; by default that of ' +
          'the primary key. Names are quoted as in `filterColumns`.',
      ),
    columns: names.description(
      'Columns to return, separated by commas: `id,name`; by default all. Names are quoted as in ' +
        '`filterColumns`.',
    ),
  })
}

/** Decimal digits, and nothing else that Joi takes for a number. */
const wholeNumberType: Joi.Extension = {
  type: 'wholeNumber',
  base: Joi.number().integer().min(1).unsafe(),
  prepare: (value: unknown, { error }) =>
    typeof value === 'string' && /^[1-9][0-9]*$/.test(value)
      ? // Of so many digits it is out of every range, but never infinite.
        { value: Math.min(Number(value), Number.MAX_VALUE) }
      : { value, errors: [error('number.base')] },
}

/** Also the empty one. The `max` of Joi's texts counts an emoji as two characters, JSON Schema as one. */
const shortTextType = {
  type: 'shortText',
  base: Joi.any().custom((text: string) => {
    if (Array.from(text).length > LONGEST_FILTER) throw new RangeError('too long')
    return text
  }),
  jsonSchema: (_schema: Joi.Schema, result: object) => ({
    ...result,
    type: 'string',
    maxLength: LONGEST_FILTER,
  }),
}

// Joi gives types that it has learned as `any`.
const own = Joi.extend(wholeNumberType, shortTextType) as {
  wholeNumber(): Joi.NumberSchema
  shortText(): Joi.AnySchema
}
