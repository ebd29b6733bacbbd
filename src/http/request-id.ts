import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'

const HEADER = 'X-Request-Id'

/** Gives every request an id: the client's own if it is fit for a header and a log, else a new one. */
export function requestId(): Middleware {
  return async function identifyRequest(ctx, next) {
    const asked = ctx.get(HEADER)
    const id = /^[\x21-\x7e]{1,128}$/.test(asked) ? asked : randomUUID()
    ctx.state['requestId'] = id
    ctx.set(HEADER, id)
    await next()
  }
}
