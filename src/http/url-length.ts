import type { Middleware } from 'koa'
import { urlTooLong } from '../core/errors'

/** @param most bytes of path and query together */
export function limitUrlLength(most: number): Middleware {
  return function checkUrlLength(ctx, next) {
    if (ctx.url.length > most) throw urlTooLong(most)
    return next()
  }
}
