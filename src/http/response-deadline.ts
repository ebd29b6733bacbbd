import type { Context, Middleware, Next } from 'koa'
import { RequestValue } from './request-value'
import { isClosed, onResponseClose } from './response-close'

/** Whether a deadline is set already: the app has one, and so has its router, because another app can mount it. */
const hasDeadline = new RequestValue<true>('deadline')

/**
 * Disconnects clients that do not receive their response in time, to bound memory.
 * @param timeout milliseconds from the creation of the response
 */
export function responseDeadline(timeout: number): Middleware {
  const disconnectSlowClients = async (ctx: Context, next: Next): Promise<void> => {
    await next()
    if (isClosed(ctx)) return
    const deadline = setTimeout(() => {
      ctx.res.destroy()
    }, timeout)
    onResponseClose(ctx, () => {
      clearTimeout(deadline)
    })
  }
  return function disconnectOnce(ctx, next) {
    if (hasDeadline.get(ctx)) return next()
    hasDeadline.set(ctx, true)
    return disconnectSlowClients(ctx, next)
  }
}
