/** The whole API as an OpenAPI document, by the options that the app is made with. */
import { DEFAULT_MAX_LIMIT, DEFAULT_MOUNT_PATH } from '../defaults'
import type { RoutesOptions } from '../routes'
import { ERROR_SCHEMAS } from './errors'
import { headerComponents, type HeaderFeatures } from './headers'
import type { Operation, OpenApiDocument, Parameter, PathItem } from './objects'
import { referenceTo } from './objects'
import { otherPaths, type OtherPaths } from './other-paths'
import { queryParameters, REQUEST_HEADERS, TABLE_IN_PATH } from './parameters'
import { errorResponses, responseComponents, success, type ErrorResponseName } from './responses'
import { BODY_SCHEMAS } from './schemas'
import { describedSecurity } from './security'

/** Those of `createApp` that show in its answers, with the same defaults. */
export interface DocumentOptions extends Partial<Omit<RoutesOptions, 'tables'>> {
  readonly corsOrigins?: readonly string[]
  readonly compression?: boolean
  /** What is served beside the mount path; default: nothing. */
  readonly otherPaths?: OtherPaths
}

const DESCRIPTION = `Tables of a database, read-only: pages, search, sorting and choice of columns.

The same request gets the same answer on every engine. Each error has a body with \`error\`, a name to
rely on, and \`message\`. A path that is not listed is answered 404 \`NOT_FOUND\` (\`x-other-paths\`), and
a method that is not listed 405 \`METHOD_NOT_ALLOWED\` (\`x-other-methods\`).`

export function openApiDocument(options: DocumentOptions = {}): OpenApiDocument {
  const { mountPath = DEFAULT_MOUNT_PATH, maxLimit = DEFAULT_MAX_LIMIT } = options
  const features: HeaderFeatures = {
    isCompressed: options.compression ?? true,
    isCrossOrigin: (options.corsOrigins ?? []).length > 0,
    isLimited: options.rateLimit !== undefined,
  }
  const { parameters, ...security } = describedSecurity(options.authenticate)
  const everywhere = [...REQUEST_HEADERS, ...parameters]
  const mayRefuse = options.authenticate ?? options.permissionOf ?? options.databaseCallerOf
  const errors: ErrorResponseName[] = [
    ...(mayRefuse ? (['AuthenticationFailed'] as const) : []),
    ...(features.isLimited ? (['RateLimitExceeded'] as const) : []),
    'ServerError',
  ]
  const route = (read: Read): PathItem => pathItem(read, everywhere, errors)
  return {
    openapi: '3.1.0',
    info: { title: 'Table Query HTTP API', version: '1.0.0', description: DESCRIPTION },
    // Relative to the document: a proxy may serve all of it below a path of its own.
    servers: [{ url: mountPath === '/' ? '.' : mountPath.slice(1) }],
    tags: [
      { name: 'tables', description: 'What the API is for.' },
      { name: 'headers', description: 'The same without bodies.' },
      ...(options.otherPaths
        ? [{ name: 'service', description: 'About the program itself.' }]
        : []),
    ],
    security: security.security,
    paths: {
      '/query': route({
        id: 'query',
        summary: 'Rows of a table',
        parameters: queryParameters(maxLimit),
        success: success(features, 'A page of rows.', 'Rows', { optional: ['ETag', 'Link'] }),
        errors: ['TableNotFound'],
      }),
      '/tables': route({
        id: 'listTables',
        summary: 'Names of the tables and views that can be read',
        parameters: [],
        success: success(features, 'All of them.', 'TableList', { required: ['ETag'] }),
        errors: [],
      }),
      '/tables/{table}': route({
        id: 'describeTable',
        summary: 'Columns of a table',
        parameters: [TABLE_IN_PATH],
        success: success(features, 'All of them.', 'Table', { required: ['ETag'] }),
        errors: ['TableNotFound'],
      }),
      ...otherPaths(features, options.otherPaths ?? {}),
    },
    components: {
      schemas: { ...BODY_SCHEMAS, ...ERROR_SCHEMAS },
      headers: headerComponents(features),
      responses: responseComponents(features),
      ...(security.security.length > 0 && { securitySchemes: security.securitySchemes }),
    },
    'x-other-paths': {
      ...errorResponses(['NotFound']),
      // A browser asks for another origin without a look at the path.
      ...(features.isCrossOrigin && { 204: referenceTo('responses', 'Allowed') }),
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

/** One route under the mount path. */
function pathItem(
  read: Read,
  everywhere: readonly Parameter[],
  errors: readonly ErrorResponseName[],
): PathItem {
  const get: Operation = {
    operationId: read.id,
    summary: read.summary,
    tags: ['tables'],
    parameters: [...read.parameters, ...everywhere],
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
      summary: 'The same without the body',
      tags: ['headers'],
    },
    options: {
      operationId: `${read.id}Options`,
      summary: 'The methods that are allowed',
      tags: ['headers'],
      parameters: read.parameters.filter((parameter) => parameter.in === 'path'),
      responses: { 204: referenceTo('responses', 'Allowed'), ...errorResponses([]) },
      security: [],
    },
    'x-other-methods': errorResponses(['MethodNotAllowed']),
  }
}
