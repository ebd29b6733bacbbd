import type Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import { APP_OPTION_TYPES, type AppOptions } from './http/app-options'
import { compression } from './http/compression'
import { crossOrigin } from './http/cross-origin'
import { DEFAULT_RESPONSE_TIMEOUT } from './http/defaults'
import { errorHandler } from './http/error-handler'
import { exposedErrors } from './http/exposed-errors'
import { requestCheck } from './http/request-check'
import { requestId } from './http/request-id'
import { requestLog } from './http/request-log'
import { requestSpan } from './http/request-span'
import { responseDeadline } from './http/response-deadline'
import { createRouter } from './http/routes'
import { securityHeaders } from './http/security-headers'
import { unmatched } from './http/unmatched'
import { checkedOptions } from './option-check'

/**
 * Creates the whole service as a Koa app. The app emits an `error` event, with the cause, for each
 * failure with a 5xx status: `app.on('error', (error, ctx) => …)`. Without a listener, Koa writes it to
 * standard error.
 * @throws TypeError for a wrong option
 */
export function createApp(options: AppOptions): Koa {
  const {
    corsOrigins = [],
    compression: isCompressed = true,
    maxUrlLength = Infinity,
    onResponse,
    otherRoutes = [],
    ...routesOptions
  } = checkedOptions('createApp', options, APP_OPTION_TYPES)
  const app = new Koa()
  const traced = requestSpan()
  app.use(requestId())
  if (traced) app.use(traced)
  if (onResponse) app.use(requestLog(onResponse))
  app.use(securityHeaders())
  if (corsOrigins.length > 0) app.use(crossOrigin(corsOrigins))
  if (isCompressed) app.use(compression())
  app.use(responseDeadline(routesOptions.responseTimeout ?? DEFAULT_RESPONSE_TIMEOUT))
  app.use(errorHandler())
  app.use(requestCheck(maxUrlLength))
  // First, because most requests match these routes.
  app.use(createRouter(routesOptions).routes())
  app.use(exposedErrors())
  // The type of the context is lost in `OtherRoutes`.
  for (const router of otherRoutes) app.use(router.routes() as Middleware)
  app.use(unmatched())
  return app
}

/** Creates the app of the admin port. */
export function createAdminApp(operations: Router): Koa {
  const app = new Koa()
  app.use(requestId())
  app.use(securityHeaders())
  app.use(errorHandler())
  app.use(requestCheck())
  app.use(operations.routes())
  app.use(unmatched())
  return app
}
