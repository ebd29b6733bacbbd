/** The bodies of answers that are no errors. */
import { referenceTo, type JsonSchema } from './objects'

const text = { type: 'string' }
const wholeNumber = (minimum: number, description: string): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum: Number.MAX_SAFE_INTEGER,
  description,
})

/** Neither a key more nor a key less. */
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
    columns: listOf(text, 'Names of the columns, as the keys of each row.'),
    pagination: { ...referenceTo('schemas', 'Pagination') },
  }),
  Row: {
    type: 'object',
    description:
      'Values by the names of their columns. Numbers that JSON cannot hold to the digit are strings, ' +
      'and so are decimals, dates and times; bytes are base64.',
    additionalProperties: true,
  },
  Pagination: exactly({
    page: wholeNumber(1, 'Number of this page.'),
    limit: wholeNumber(1, 'Rows per page.'),
    total: wholeNumber(0, 'Rows on all pages.'),
    totalPages: wholeNumber(0, 'Number of pages.'),
  }),
  TableList: listOf(text, 'Names of the tables and views that can be read, sorted.'),
  Table: exactly({
    name: text,
    columns: listOf({ ...referenceTo('schemas', 'Column') }, 'In the order of the table.'),
  }),
  Column: exactly({
    name: text,
    type: { type: 'string', description: "The engine's own name of the type." },
  }),
}
