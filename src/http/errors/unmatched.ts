import type { RouterContext } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../../core/errors'
import { API_METHODS, methodNotAllowed } from './request-errors'

/** Runs after the routers: 404 for unknown paths, 405 for methods that a path does not support. */
export function unmatched(): Middleware {
  return function respondUnmatched(ctx) {
    if (isForServer(ctx)) {
      ctx.set('Allow', API_METHODS)
      ctx.status = 204
      return
    }
    const { matched = [] } = ctx as Partial<RouterContext>
    const methods = matched.flatMap((layer) => layer.methods)
    if (methods.length === 0)
      throw new ApiError('NOT_FOUND', `The path ${ctx.path} does not exist.`)
    const allowed = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
    ctx.set('Allow', allowed)
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method, allowed)
    ctx.status = 204
  }
}

/** Such a request is for the server, not for a path: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.7 */
function isForServer({ method, url }: Context): boolean {
  return method === 'OPTIONS' && url === '*'
}
