import type { Middleware } from 'koa'
import { isClosed, onResponseClose } from './response-close'

/**
 * Disconnects clients that do not receive their response in time, to bound memory.
 * @param timeout milliseconds from the creation of the response
 */
export function responseDeadline(timeout: number): Middleware {
  return async function disconnectSlowClients(ctx, next) {
    await next()
    if (isClosed(ctx)) return
    const deadline = setTimeout(() => {
      ctx.res.destroy()
    }, timeout)
    onResponseClose(ctx, () => {
      clearTimeout(deadline)
    })
  }
}
