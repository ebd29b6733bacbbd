/** Request parameters and headers. Those of the query route come from their Joi schema. */
import type { Schema } from 'joi'
import { queryParametersSchema } from '../query-parameters'
import type { JsonSchema, Parameter } from './objects'

export function queryParameters(maxLimit: number): Parameter[] {
  const schema = queryParametersSchema(maxLimit)
  const { required } = jsonSchemaOf(schema)
  return Object.keys(schema.describe()['keys'] as object).map((name) => {
    const parameter = schema.extract(name)
    const { description, ...rest } = jsonSchemaOf(parameter)
    const [example] = (parameter.describe()['examples'] ?? []) as unknown[]
    return {
      name,
      in: 'query',
      ...(typeof description === 'string' && { description }),
      required: Array.isArray(required) && required.includes(name),
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
    schema: { type: 'string' },
  },
  {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Id of the request: 1 to 128 visible ASCII characters. Any other value is replaced.',
    schema: { type: 'string' },
  },
]
