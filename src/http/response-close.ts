import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { internalServerError } from '../core/errors'

/** A function without arguments; what it throws or rejects with is reported, not thrown. */
export type CloseListener = () => unknown

const listenersOf = new WeakMap<ServerResponse, CloseListener[]>()

/**
 * Calls the listener once the client has the whole response, or has left; for a response that is
 * closed already, in a moment. A listener that fails is reported as an `error` event of the app, and
 * the others still run.
 *
 * `on-finished` is not used: for it, a response has finished when its last byte has been written,
 * before a slow client has taken any of it, and a listener that throws skips the others.
 */
export function onResponseClose(ctx: Context, listener: CloseListener): void {
  const { req, res } = ctx
  const known = listenersOf.get(res)
  if (known && !isClosed(ctx)) {
    known.push(listener)
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
  // One listener for all, because Koa and its streams add many, and Node warns of more than ten.
  listenersOf.set(res, listeners)
  res.once('close', callAll)
  if (res.socket) return
  // A pipelined response that waits for its turn is not told that its connection is lost.
  req.once('close', () => {
    if (isLost(req)) callAll()
  })
}

/** Whether nothing can be sent to the client any more. */
export function isClosed({ req, res }: Pick<Context, 'req' | 'res'>): boolean {
  return res.closed || isLost(req)
}

function isLost({ destroyed, socket }: IncomingMessage): boolean {
  return destroyed && socket.destroyed
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
