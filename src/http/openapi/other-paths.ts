/** What the program serves beside the mount path: nobody needs credentials there. */
import { EVERYWHERE, headersOf, SOMETIMES, type HeaderFeatures } from './headers'
import { referenceTo, type JsonSchema, type PathItem, type Responses } from './objects'
import { errorResponses, json } from './responses'
import { exactly } from './schemas'

export interface OtherPaths {
  /** `/healthz` and `/readyz`; default: no. */
  readonly health?: boolean
  /** `/metrics`; default: no. */
  readonly metrics?: boolean
  /** `/openapi.json`; default: no. */
  readonly document?: boolean
}

export function otherPaths(
  features: HeaderFeatures,
  { health = false, metrics = false, document = false }: OtherPaths,
): Readonly<Record<string, PathItem>> {
  const kept = headersOf(features, [...EVERYWHERE, 'Cache-Control'], SOMETIMES)
  const answer = (description: string, content: ReturnType<typeof json>): Responses[string] => ({
    description,
    headers: kept,
    content,
  })
  const tagged = { ...kept, ...headersOf(features, ['ETag']) }
  return {
    ...(health && {
      '/healthz': aside('isAlive', 'Whether the process lives', {
        200: answer('It does.', json(status('ok'))),
      }),
      '/readyz': aside('isReady', 'Whether a query now would be answered', {
        200: answer('It would.', json(status('ready'))),
        503: answer('It would not.', json(status('starting', 'unavailable', 'stopping'))),
      }),
    }),
    ...(metrics && {
      '/metrics': aside('metrics', 'Numbers for Prometheus', {
        200: answer('All of them.', { 'text/plain': { schema: { type: 'string' } } }),
        ...errorResponses(['ServerError']),
      }),
    }),
    ...(document && {
      '/openapi.json': aside('document', 'This document', {
        200: { description: 'All of it.', headers: tagged, content: json({ type: 'object' }) },
        304: { description: 'What the client has still holds.', headers: tagged },
      }),
    }),
  }
}

function status(...values: readonly string[]): JsonSchema {
  return exactly({ status: { type: 'string', enum: values } })
}

function aside(operationId: string, summary: string, responses: Responses): PathItem {
  const get = {
    ...{ operationId, summary, tags: ['service'], security: [] },
    responses: { ...responses, ...errorResponses([]) },
  }
  return {
    servers: [{ url: '.' }],
    get,
    head: {
      ...get,
      operationId: `${operationId}Head`,
      summary: 'The same without the body',
      tags: ['headers'],
    },
    options: {
      ...get,
      tags: ['headers'],
      operationId: `${operationId}Options`,
      summary: 'The methods that are allowed',
      responses: { 204: referenceTo('responses', 'Allowed'), ...errorResponses([]) },
    },
    'x-other-methods': errorResponses(['MethodNotAllowed']),
  }
}
