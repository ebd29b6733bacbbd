/** Paths outside the mount path, which need no credentials. */
import { COMMON_HEADERS, headersOf, OPTIONAL_HEADERS, type HeaderFeatures } from './headers'
import { referenceTo, type JsonSchema, type PathItem, type Responses } from './objects'
import { errorResponses, json } from './responses'
import { exactly, TEXT } from './schemas'

/** Paths outside the mount path. */
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
  const uncached = headersOf(features, [...COMMON_HEADERS, 'Cache-Control'], OPTIONAL_HEADERS)
  const response = (description: string, content: ReturnType<typeof json>): Responses[string] => ({
    description,
    headers: uncached,
    content,
  })
  const tagged = { ...uncached, ...headersOf(features, ['ETag']) }
  return {
    ...(health && {
      '/healthz': servicePath('isAlive', 'Liveness of the process', {
        200: response('Alive.', json(status('ok'))),
      }),
      '/readyz': servicePath('isReady', 'Readiness to serve queries', {
        200: response('Ready.', json(status('ready'))),
        503: response('Not ready.', json(status('starting', 'unavailable', 'stopping'))),
      }),
    }),
    ...(metrics && {
      '/metrics': servicePath('metrics', 'Metrics for Prometheus', {
        200: response('Metrics of all workers.', { 'text/plain': { schema: TEXT } }),
        ...errorResponses(['ServerError']),
      }),
    }),
    ...(document && {
      '/openapi.json': servicePath('document', 'This document', {
        200: {
          description: 'The OpenAPI document.',
          headers: tagged,
          content: json({ type: 'object' }),
        },
        304: { description: 'The document has not changed.', headers: tagged },
      }),
    }),
  }
}

function status(...values: readonly string[]): JsonSchema {
  return exactly({ status: { type: 'string', enum: values } })
}

function servicePath(operationId: string, summary: string, responses: Responses): PathItem {
  const get = {
    operationId,
    summary,
    tags: ['service'],
    security: [],
    responses: { ...responses, ...errorResponses([]) },
  }
  return {
    servers: [{ url: '.' }],
    get,
    head: {
      ...get,
      operationId: `${operationId}Head`,
      summary: 'Headers of the GET response',
      tags: ['headers'],
    },
    options: {
      ...get,
      tags: ['headers'],
      operationId: `${operationId}Options`,
      summary: 'Allowed methods',
      responses: { 204: referenceTo('responses', 'Allowed'), ...errorResponses([]) },
    },
    'x-other-methods': errorResponses(['MethodNotAllowed']),
  }
}
