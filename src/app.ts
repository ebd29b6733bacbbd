import type Router from '@koa/router'
import Koa from 'koa'
import { tellOfRequests, type AnsweredRequest } from './http/answered-request'
import { compression } from './http/compression'
import { crossOrigin } from './http/cross-origin'
import { errorHandler } from './http/error-handler'
import { requestId } from './http/request-id'
import { createRouter, type RoutesOptions } from './http/routes'
import { securityHeaders } from './http/security-headers'
import { unmatched } from './http/unmatched'
import { limitUrlLength } from './http/url-length'

export interface AppOptions extends RoutesOptions {
  /** Origins whose pages may read the answers, `*` for all; default: none but its own. */
  readonly corsOrigins?: readonly string[]
  /** Whether large answers are compressed for who asks for it; default: true. */
  readonly compression?: boolean
  /** Bytes of a path with its query; default: what the HTTP server allows. */
  readonly maxUrlLength?: number
  /** Told of each request when it is over. Its failure is emitted as an `error` event. */
  readonly onAnswered?: (request: AnsweredRequest) => unknown
  /** Routes beside those of the API. */
  readonly otherRoutes?: readonly Router[]
}

/**
 * The whole service as a Koa app. Failures that are the server's own are emitted as its `error`
 * event, with the cause: `app.on('error', (error, ctx) => …)`.
 */
export function createApp(options: AppOptions): Koa {
  const { corsOrigins = [], maxUrlLength = Infinity } = options
  const app = new Koa()
  app.use(requestId())
  if (options.onAnswered) app.use(tellOfRequests(options.onAnswered))
  app.use(securityHeaders())
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins))
  if (options.compression ?? true) app.use(compression())
  app.use(errorHandler())
  app.use(limitUrlLength(maxUrlLength))
  // First, because most requests are for these.
  app.use(createRouter(options).routes())
  for (const router of options.otherRoutes ?? []) app.use(router.routes())
  app.use(unmatched())
  return app
}

/** What an operator's tools ask, at an address of its own. */
export function createAdminApp(operations: Router): Koa {
  const app = new Koa()
  app.use(requestId())
  app.use(securityHeaders())
  app.use(errorHandler())
  app.use(operations.routes())
  app.use(unmatched())
  return app
}
