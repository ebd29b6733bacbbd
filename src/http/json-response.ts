import type { Context } from 'koa'

/** Koa's `ctx.type` would look it up for each response. */
const JSON_TYPE = 'application/json; charset=utf-8'

/** @param tag the `ETag` */
export function respondJson(ctx: Context, body: string | Buffer, tag?: string): void {
  ctx.set('Content-Type', JSON_TYPE)
  if (tag !== undefined) ctx.set('ETag', tag)
  ctx.body = body
}
