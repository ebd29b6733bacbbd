/** Describes the API as an OpenAPI document, for the options of an app. */
import { checkedOptions } from '../../settings/option-check'
import { DOCUMENT_OPTION_TYPES, type DocumentOptions } from '../app-options'
import { DEFAULT_COMPRESSION, DEFAULT_MAX_LIMIT, DEFAULT_MOUNT_PATH } from '../defaults'
import { ERROR_SCHEMAS } from './errors'
import { headerComponents, type HeaderFeatures } from './headers'
import type { Operation, OpenApiDocument, Parameter, PathItem } from './objects'
import { referenceTo } from './objects'
import { otherPaths } from './other-paths'
import { describedParameters, REQUEST_HEADERS, TABLE_IN_PATH } from './parameters'
import { errorResponses, responseComponents, success, type ErrorResponseName } from './responses'
import { BODY_SCHEMAS } from './schemas'
import { describedSecurity } from './security'
import { usedComponents } from './used-components'

const DESCRIPTION = `Read-only access to the tables of a database: pages, search, sorting and selection of columns.

A request means the same on every database engine; the documentation lists where responses differ. Every
error has a body with \`error\`, a stable code, and \`message\`, a text for people. Other paths respond 404
\`NOT_FOUND\` (\`x-other-paths\`), other methods 405 \`METHOD_NOT_ALLOWED\` (\`x-other-methods\`).`

/**
 * Describes an app of `createApp` as an OpenAPI 3.1 document. Pass the same object to both.
 * @throws TypeError for a wrong option
 */
export function openApiDocument(documentOptions: DocumentOptions = {}): OpenApiDocument {
  const options = checkedOptions('openApiDocument', documentOptions, DOCUMENT_OPTION_TYPES)
  const { mountPath = DEFAULT_MOUNT_PATH, maxLimit = DEFAULT_MAX_LIMIT } = options
  const features: HeaderFeatures = {
    isCompressed: options.compression ?? DEFAULT_COMPRESSION,
    isCrossOrigin: (options.corsOrigins ?? []).length > 0,
    isLimited: options.rateLimit !== undefined,
  }
  const { parameters, ...security } = describedSecurity(options.authenticate)
  const common = [...REQUEST_HEADERS, ...parameters]
  const mayRefuse = options.authenticate ?? options.permissionOf ?? options.databaseCallerOf
  const errors: ErrorResponseName[] = [
    ...(mayRefuse ? (['AuthenticationFailed'] as const) : []),
    ...(features.isLimited ? (['RateLimitExceeded'] as const) : []),
    'ServerError',
  ]
  const route = (read: Read): PathItem => pathItem(read, common, errors)
  const document = {
    openapi: '3.1.0',
    info: { title: 'Table Query HTTP API', version: '1.0.0', description: DESCRIPTION },
    // Relative to the document, because a proxy may add a path prefix.
    servers: [{ url: mountPath === '/' ? '.' : mountPath.slice(1) }],
    tags: [
      { name: 'tables', description: 'Tables and their rows.' },
      { name: 'headers', description: 'Headers without bodies.' },
      ...(options.otherPaths
        ? [{ name: 'service', description: 'Health, metrics and documentation of the service.' }]
        : []),
    ],
    security: security.security,
    paths: {
      '/query': route({
        id: 'query',
        summary: 'Rows of a table',
        parameters: describedParameters(maxLimit),
        success: success(features, 'A page of rows.', 'Rows', {
          optional: ['ETag', 'Link', 'X-Total-Age'],
        }),
        errors: ['TableNotFound'],
      }),
      '/tables': route({
        id: 'listTables',
        summary: 'Names of the readable tables and views',
        parameters: [],
        success: success(features, 'List of table names.', 'TableList', { required: ['ETag'] }),
        errors: [],
      }),
      '/tables/{table}': route({
        id: 'describeTable',
        summary: 'Columns of a table',
        parameters: [TABLE_IN_PATH],
        success: success(features, 'Name and columns of the table.', 'Table', {
          required: ['ETag'],
        }),
        errors: ['TableNotFound'],
      }),
      ...otherPaths(features, options.otherPaths ?? {}),
    },
    'x-other-paths': {
      // The server refuses methods that Node.js does not know, on any path.
      ...errorResponses(['NotFound', 'MethodNotAllowed']),
      // To `OPTIONS *`; with CORS, also to a preflight request on any path.
      204: referenceTo('responses', 'Allowed'),
    },
  }
  const components = {
    schemas: { ...BODY_SCHEMAS, ...ERROR_SCHEMAS },
    headers: headerComponents(features),
    responses: responseComponents(features),
  }
  return {
    ...document,
    components: {
      ...usedComponents(document, components),
      ...(security.security.length > 0 && { securitySchemes: security.securitySchemes }),
    },
  }
}

interface Read {
  readonly id: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly success: Operation['responses'][string]
  readonly errors: readonly ErrorResponseName[]
}

/** A route below the mount path. */
function pathItem(
  read: Read,
  common: readonly Parameter[],
  errors: readonly ErrorResponseName[],
): PathItem {
  const get: Operation = {
    operationId: read.id,
    summary: read.summary,
    tags: ['tables'],
    parameters: [...read.parameters, ...common],
    responses: {
      200: read.success,
      304: referenceTo('responses', 'NotModified'),
      ...errorResponses([...errors, ...read.errors]),
    },
  }
  return {
    get,
    head: {
      ...get,
      operationId: `${read.id}Head`,
      summary: 'Headers of the GET response',
      tags: ['headers'],
    },
    options: {
      operationId: `${read.id}Options`,
      summary: 'Allowed methods',
      tags: ['headers'],
      parameters: read.parameters.filter((parameter) => parameter.in === 'path'),
      responses: { 204: referenceTo('responses', 'Allowed'), ...errorResponses([]) },
      security: [],
    },
    'x-other-methods': errorResponses(['MethodNotAllowed']),
  }
}
