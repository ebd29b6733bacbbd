import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { ApiError } from '../core/errors'
import { methodNotAllowed } from './request-errors'

/** Runs after the routers: 404 for unknown paths, 405 for methods that a path does not support. */
export function unmatched(): Middleware {
  return function respondUnmatched(ctx) {
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
