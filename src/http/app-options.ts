/** The options of `createRouter`, `createApp` and `openApiDocument`. */
import Joi from 'joi'
import type { Next } from 'koa'
import type { TableService } from '../core/table-service'
import { FUNCTION, objectWith, required, type OptionTypes } from '../settings/option-check'
import { typesOf } from '../settings/setting-definition'
import { wholeNumber } from '../settings/setting-type'
import type { Authentication } from './authentication/authenticate'
import type { CallerOptions } from './authorization/caller-tables'
import { HTTP_SETTINGS } from './http-settings'
import type { OtherPaths } from './openapi/other-paths'
import type { RateLimit } from './rate-limits/rate-limit'
import type { RequestLogEntry } from './request-log'

/** Options of `createRouter`. */
export interface RoutesOptions extends CallerOptions {
  /** The `tables` of a database. The database's limits also bound the size of responses. */
  readonly tables: TableService
  /** Path prefix of the routes; default: `/api/table-viewer`. */
  readonly mountPath?: string
  /** Largest `limit` of a request, in rows; default: 1,000. Larger ones are `INVALID_QUERY`. */
  readonly maxLimit?: number
  /** Maximum milliseconds for a client to receive a response; default: 60,000. */
  readonly responseTimeout?: number
  /** Authenticates every request first; default: no authentication. */
  readonly authenticate?: Authentication | undefined
  /** `Cache-Control` of successful responses; default: `private, no-cache`. */
  readonly cacheControl?: string
  /** Limits the requests of each caller; default: unlimited. */
  readonly rateLimit?: RateLimit | undefined
}

/** Options of `createApp`: those of `createRouter`, and of the app around it. */
export interface AppOptions extends RoutesOptions {
  /** Origins whose pages may read responses (CORS), `*` for all; default: none. */
  readonly corsOrigins?: readonly string[]
  /** Compress large responses when Accept-Encoding allows it; default: true. */
  readonly compression?: boolean
  /** Maximum bytes of path and query; default: the limit of the HTTP server. */
  readonly maxUrlLength?: number
  /**
   * Called when a response is closed; default: no call. If it throws or rejects, the app emits an
   * `error` event.
   */
  readonly onResponse?: (request: RequestLogEntry) => unknown
  /** Further routes, after those of the API; default: none. */
  readonly otherRoutes?: readonly OtherRoutes[]
}

/**
 * A router of `@koa/router`. The package declares its types twice, for CommonJS and for modules, and the
 * two are not compatible. This interface has only the part that both have.
 */
export interface OtherRoutes {
  /** Returns the middleware of the routes. */
  routes(): (context: never, next: Next) => unknown
}

/** Options of `openApiDocument`: those of the app that it describes, so that they are written once. */
export interface DocumentOptions extends Partial<AppOptions> {
  /** Paths outside the mount path, which `otherRoutes` serve; default: none. */
  readonly otherPaths?: OtherPaths
}

const { compression, corsOrigins, ...routeTypes } = typesOf(HTTP_SETTINGS)

const SCHEMES = Joi.array()
  .items(Joi.object({ identify: Joi.function().required() }).unknown())
  .min(1)

export const ROUTES_OPTION_TYPES: OptionTypes<RoutesOptions> = {
  ...routeTypes,
  tables: required(
    objectWith(
      'the `tables` of a database',
      'listTables',
      'describeTable',
      'query',
      'version',
      'withPermission',
    ),
  ),
  authenticate: {
    schema: Joi.alternatives(Joi.function(), SCHEMES),
    allowed: 'a function or a list of at least one authentication scheme',
  },
  permissionOf: FUNCTION,
  databaseCallerOf: FUNCTION,
  rateLimit: objectWith('a result of rateLimit()', 'requests', 'authenticationFailures'),
}

export const APP_OPTION_TYPES: OptionTypes<AppOptions> = {
  ...ROUTES_OPTION_TYPES,
  compression,
  corsOrigins,
  maxUrlLength: wholeNumber({ from: 1, unit: 'bytes' }),
  onResponse: FUNCTION,
  otherRoutes: {
    schema: Joi.array().items(Joi.object({ routes: Joi.function().required() }).unknown()),
    allowed: 'a list of routers of @koa/router',
  },
}

const { tables, ...documentTypes } = APP_OPTION_TYPES

export const DOCUMENT_OPTION_TYPES: OptionTypes<DocumentOptions> = {
  ...documentTypes,
  tables: { ...tables, schema: tables.schema.optional() },
  otherPaths: {
    schema: Joi.object({
      health: Joi.boolean(),
      metrics: Joi.boolean(),
      document: Joi.boolean(),
    }),
    allowed: 'an object with health, metrics and document, each true or false',
  },
}
