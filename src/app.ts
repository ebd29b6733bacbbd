import Koa from 'koa'
import { errorHandler } from './http/error-handler'
import { requestId } from './http/request-id'
import { createRouter, type RoutesOptions } from './http/routes'
import { unmatched } from './http/unmatched'

/**
 * The whole service as a Koa app. Failures that are the server's own are emitted as its `error`
 * event, with the cause: `app.on('error', (error, ctx) => …)`.
 */
export function createApp(options: RoutesOptions): Koa {
  const app = new Koa()
  app.use(requestId())
  app.use(errorHandler())
  app.use(createRouter(options).routes())
  app.use(unmatched())
  return app
}
