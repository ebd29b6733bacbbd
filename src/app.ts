import type Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import { urlTooLong } from './core/errors'
import { requestLog, type RequestLogEntry } from './http/request-log'
import { compression } from './http/compression'
import { crossOrigin } from './http/cross-origin'
import { errorHandler } from './http/error-handler'
import { requestId } from './http/request-id'
import { requestSpan } from './http/request-span'
import { createRouter, type RoutesOptions } from './http/routes'
import { securityHeaders } from './http/security-headers'
import { unmatched } from './http/unmatched'

export interface AppOptions extends RoutesOptions {
  /** Origins whose pages may read responses (CORS), `*` for all; default: none. */
  readonly corsOrigins?: readonly string[]
  /** Compress large responses when Accept-Encoding allows it; default: true. */
  readonly compression?: boolean
  /** Maximum bytes of path and query; default: the limit of the HTTP server. */
  readonly maxUrlLength?: number
  /** Called when a response is closed. If it throws or rejects, the app emits an `error` event. */
  readonly onResponse?: (request: RequestLogEntry) => unknown
  /** Further routes. */
  readonly otherRoutes?: readonly Router[]
}

/**
 * Creates the whole service as a Koa app. The app emits an `error` event, with the cause, for each
 * failure with a 5xx status: `app.on('error', (error, ctx) => …)`.
 */
export function createApp(options: AppOptions): Koa {
  const { corsOrigins = [], maxUrlLength = Infinity } = options
  const app = new Koa()
  const traced = requestSpan()
  app.use(requestId())
  if (traced) app.use(traced)
  if (options.onResponse) app.use(requestLog(options.onResponse))
  app.use(securityHeaders())
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins))
  if (options.compression ?? true) app.use(compression())
  app.use(errorHandler())
  app.use(limitUrlLength(maxUrlLength))
  // First, because most requests match these routes.
  app.use(createRouter(options).routes())
  for (const router of options.otherRoutes ?? []) app.use(router.routes())
  app.use(unmatched())
  return app
}

/** Creates the app of the admin port. */
export function createAdminApp(operations: Router): Koa {
  const app = new Koa()
  app.use(requestId())
  app.use(securityHeaders())
  app.use(errorHandler())
  app.use(operations.routes())
  app.use(unmatched())
  return app
}

/** @param maxBytes maximum bytes of path and query */
function limitUrlLength(maxBytes: number): Middleware {
  return function checkUrlLength(ctx, next) {
    if (ctx.url.length > maxBytes) throw urlTooLong(maxBytes)
    return next()
  }
}
