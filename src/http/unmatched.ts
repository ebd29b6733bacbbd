import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { ApiError } from '../core/errors'
import { methodNotAllowed } from './request-errors'

/** Value of `Allow`. */
export const ALLOWED_METHODS = 'GET, HEAD, OPTIONS'

/** Runs after the routers: 404 for unknown paths, 405 for methods that a path does not support. */
export function unmatched(): Middleware {
  return function respondUnmatched(ctx) {
    const { matched = [] } = ctx as Partial<RouterContext>
    const methods = matched.flatMap((layer) => layer.methods)
    if (methods.length === 0)
      throw new ApiError('NOT_FOUND', `The path ${ctx.path} does not exist.`)
    ctx.set('Allow', ALLOWED_METHODS)
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx.method)
    ctx.status = 204
  }
}
