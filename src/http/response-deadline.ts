import type { Middleware } from 'koa'
import { onceClosed } from './once-closed'

/** Milliseconds. */
export const DEFAULT_RESPONSE_TIMEOUT = 60_000

/**
 * Ends the connection of a client that does not take its answer in time: the memory that the answer
 * holds is everybody's.
 * @param milliseconds from the moment that the answer is made
 */
export function responseDeadline(milliseconds: number): Middleware {
  return async function endSlowClients(ctx, next) {
    await next()
    const { res } = ctx
    // It would not say so again.
    if (res.closed) return
    const deadline = setTimeout(() => {
      res.destroy()
    }, milliseconds)
    onceClosed(res, () => {
      clearTimeout(deadline)
    })
  }
}
