/** Request parameters and headers. Those of the query route come from their Joi schema. */
import type { Schema } from 'joi'
import { queryParameters } from '../query/query-parameters'
import type { JsonSchema, Parameter } from './objects'
import { TEXT } from './schemas'

export function describedParameters(maxLimit: number): Parameter[] {
  return Object.entries(queryParameters(maxLimit)).map(([name, { schema, example }]) => {
    const { description, ...rest } = jsonSchemaOf(schema)
    return {
      name,
      in: 'query',
      ...(typeof description === 'string' && { description }),
      required: schema.validate(undefined).error !== undefined,
      schema: rest,
      ...(example !== undefined && { example }),
    }
  })
}

function jsonSchemaOf(schema: Pick<Schema, '~standard'>): JsonSchema {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
}

export const TABLE_IN_PATH: Parameter = {
  name: 'table',
  in: 'path',
  description: 'Name of the table, percent-encoded.',
  required: true,
  schema: { type: 'string', minLength: 1 },
  example: 'customers',
}

export const REQUEST_HEADERS: readonly Parameter[] = [
  {
    name: 'If-None-Match',
    in: 'header',
    description: '`ETag` of an earlier response. If the data has not changed, the response is 304.',
    schema: TEXT,
  },
  {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Id of the request: 1 to 128 visible ASCII characters without spaces. Any other value is replaced.',
    schema: TEXT,
  },
]
