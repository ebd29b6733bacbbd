import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { ApiError } from '../core/errors'

/** Runs after the routers: 404 for unknown paths, 405 for methods that a path does not support. */
export function unmatched(): Middleware {
  return function respondUnmatched(ctx) {
    const { matched = [] } = ctx as Partial<RouterContext>
    const methods = matched.flatMap((layer) => layer.methods)
    if (methods.length === 0)
      throw new ApiError('NOT_FOUND', `The path ${ctx.path} does not exist.`)
    ctx.set('Allow', 'GET, HEAD, OPTIONS')
    if (ctx.method !== 'OPTIONS') {
      throw new ApiError('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed: this API only reads.`)
    }
    ctx.status = 204
  }
}
