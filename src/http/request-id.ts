import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'

const HEADER = 'X-Request-Id'

/** Sets the id of a request: the client's own if it is safe in headers and logs, else a new one. */
export function requestId(): Middleware {
  return function identifyRequest(ctx, next) {
    const given = ctx.get(HEADER)
    const id = /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID()
    ctx.state['requestId'] = id
    ctx.set(HEADER, id)
    return next()
  }
}
