import type Router from '@koa/router'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { APP_OPTION_TYPES, type AppOptions } from './http/app-options'
import { createBaseApp } from './http/base-app'
import { compression } from './http/compression/compression'
import { crossOrigin } from './http/cross-origin'
import { DEFAULT_COMPRESSION, DEFAULT_RESPONSE_TIMEOUT } from './http/defaults'
import { exposedErrors } from './http/errors/exposed-errors'
import { requestLog } from './http/request-log'
import { requestSpan } from './http/request-span'
import { responseDeadline } from './http/response-deadline'
import { createRouter } from './http/routes'
import { unmatched } from './http/errors/unmatched'
import { checkedOptions } from './settings/option-check'

/**
 * Creates the whole service as a Koa app. The app emits an `error` event, with the cause, for each
 * failure with a 5xx status: `app.on('error', (error, ctx) => …)`. Without a listener, Koa writes it to
 * standard error.
 * @throws TypeError for a wrong option
 */
export function createApp(options: AppOptions): Koa {
  const {
    corsOrigins = [],
    compression: isCompressed = DEFAULT_COMPRESSION,
    maxUrlLength = Infinity,
    onResponse,
    otherRoutes = [],
    ...routesOptions
  } = checkedOptions('createApp', options, APP_OPTION_TYPES)
  const traced = requestSpan()
  const around = [
    ...(traced ? [traced] : []),
    ...(onResponse ? [requestLog(onResponse)] : []),
    ...(corsOrigins.length > 0 ? [crossOrigin(corsOrigins)] : []),
    ...(isCompressed ? [compression()] : []),
    responseDeadline(routesOptions.responseTimeout ?? DEFAULT_RESPONSE_TIMEOUT),
  ]
  const app = createBaseApp(around, maxUrlLength)
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
  const app = createBaseApp()
  app.use(operations.routes())
  app.use(unmatched())
  return app
}
