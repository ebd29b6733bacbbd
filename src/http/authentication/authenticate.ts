import type { Middleware, ParameterizedContext } from 'koa'

/**
 * Lets a request pass or throws `authenticationFailed(method, reason)`. It may look at any header and
 * keep what it learns in `ctx.state`.
 */
export type Authenticate = (ctx: ParameterizedContext) => void | Promise<void>

export function requireAuthentication(authenticate: Authenticate): Middleware {
  return async function authenticateRequest(ctx, next) {
    await authenticate(ctx)
    await next()
  }
}
