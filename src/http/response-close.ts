import type { Context } from 'koa'
import { internalServerError } from '../core/errors'
import { isDisconnected } from './client-connection'
import { RequestValue } from './request-value'

/** Its errors and rejections are reported as `error` events of the app. */
type CloseListener = () => unknown

const closeListeners = new RequestValue<CloseListener[]>('listeners of the close')

/**
 * Calls the listener when the client has received the whole response or has disconnected; on the next
 * tick if the response is closed already. A listener that fails does not affect the others.
 *
 * The package `on-finished` does not fit: it considers a response finished when its last byte has been
 * written, before a slow client has received it, and a listener that throws skips the others.
 */
export function onResponseClose(ctx: Context, listener: CloseListener): void {
  const { req, res } = ctx
  const existing = closeListeners.get(ctx)
  if (existing && !isClosed(ctx)) {
    existing.push(listener)
    return
  }
  const listeners = [listener]
  const callAll = (): void => {
    for (const each of listeners.splice(0)) call(ctx, each)
  }
  if (isClosed(ctx)) {
    process.nextTick(callAll)
    return
  }
  // One listener for all: Node.js warns about more than ten, and Koa adds its own.
  closeListeners.set(ctx, listeners)
  res.once('close', callAll)
  if (res.socket) return
  // A pipelined response has no socket until its turn, and no `close` event if the connection is lost.
  req.once('close', () => {
    if (isDisconnected(req)) callAll()
  })
}

/** Whether the response is complete or its client has disconnected. */
export function isClosed({ req, res }: Pick<Context, 'req' | 'res'>): boolean {
  return res.closed || isDisconnected(req)
}

function call(ctx: Context, listener: CloseListener): void {
  const report = (cause: unknown): void => {
    ctx.app.emit('error', internalServerError(cause), ctx)
  }
  try {
    const result = listener()
    if (result instanceof Promise) result.catch(report)
  } catch (cause) {
    report(cause)
  }
}
