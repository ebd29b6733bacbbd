import Koa, { type Middleware } from 'koa'
import { errorHandler } from './errors/error-handler'
import { responseHeaders } from './response-headers'

/**
 * A Koa app without routes. Its responses have an id and the headers for browsers, and its errors the
 * contract's body.
 * @param around middleware around the error handler
 * @param maxUrlLength maximum bytes of path and query
 */
export function createBaseApp(around: readonly Middleware[] = [], maxUrlLength?: number): Koa {
  const app = new Koa()
  app.use(responseHeaders())
  for (const middleware of around) app.use(middleware)
  app.use(errorHandler(maxUrlLength))
  return app
}
