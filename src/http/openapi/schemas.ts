/** Schemas of successful bodies. */
import { referenceTo, type JsonSchema } from './objects'

export const TEXT: JsonSchema = { type: 'string' }

const wholeNumber = (minimum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum: Number.MAX_SAFE_INTEGER,
  description,
})

/** An object with exactly these keys. */
export function exactly(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  }
}

const listOf = (items: JsonSchema, description: string): JsonSchema => ({
  type: 'array',
  items,
  description,
})

export const BODY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Rows: exactly({
    data: listOf({ ...referenceTo('schemas', 'Row') }, 'The rows of the page, in order.'),
    columns: listOf(TEXT, 'Names of the columns, equal to the keys of each row.'),
    pagination: { ...referenceTo('schemas', 'Pagination') },
  }),
  Row: {
    type: 'object',
    description:
      'Values by column name. Strings represent decimals, dates, times and numbers that JSON numbers ' +
      'cannot represent exactly. Binary values are base64.',
    additionalProperties: true,
  },
  Pagination: exactly({
    page: wholeNumber(1, 'Number of this page.'),
    limit: wholeNumber(1, 'Rows per page.'),
    total: wholeNumber(0, 'Rows on all pages.'),
    totalPages: wholeNumber(0, 'Number of pages.'),
  }),
  TableList: listOf(TEXT, 'Names of the readable tables and views, sorted.'),
  Table: exactly({
    name: TEXT,
    columns: listOf({ ...referenceTo('schemas', 'Column') }, 'In the order of the table.'),
  }),
  Column: exactly({
    name: TEXT,
    type: { type: 'string', description: 'Name of the type in the database.' },
  }),
}
