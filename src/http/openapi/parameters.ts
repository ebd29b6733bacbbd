/** What a request may carry: of the query route, what Joi checks there. */
import type { Schema } from 'joi'
import { queryParamsSchema } from '../query-schema'
import type { JsonSchema, Parameter } from './objects'

export function queryParameters(maxLimit: number): Parameter[] {
  const schema = queryParamsSchema(maxLimit)
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
    description:
      '`ETag` of the answer that the client has; if it still holds, that is answered 304.',
    schema: { type: 'string' },
  },
  {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Id of the request, of 1 to 128 visible ASCII characters; any other is replaced.',
    schema: { type: 'string' },
  },
]
