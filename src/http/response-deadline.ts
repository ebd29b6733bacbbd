import type { Middleware } from 'koa'
import { isClosed, onResponseClose } from './response-close'

/**
 * Ends the connection of a client that does not take its answer in time: the memory that the answer
 * holds is everybody's.
 * @param milliseconds from the moment that the answer is made
 */
export function responseDeadline(milliseconds: number): Middleware {
  return async function endSlowClients(ctx, next) {
    await next()
    if (isClosed(ctx)) return
    const deadline = setTimeout(() => {
      ctx.res.destroy()
    }, milliseconds)
    onResponseClose(ctx, () => {
      clearTimeout(deadline)
    })
  }
}
