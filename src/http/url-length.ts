import type { Middleware } from 'koa'
import { urlTooLong } from '../core/errors'

/** @param maxBytes maximum bytes of path and query */
export function limitUrlLength(maxBytes: number): Middleware {
  return function checkUrlLength(ctx, next) {
    if (ctx.url.length > maxBytes) throw urlTooLong(maxBytes)
    return next()
  }
}
