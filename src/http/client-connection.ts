/** Detects that the client of a request disconnects, over HTTP/1 and HTTP/2. */
import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest, ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Context } from 'koa'
import { setCaller } from '../dialect/sessions/callers'
import { nameOf, principalOf } from './authentication/principal'

type Request = IncomingMessage | Http2ServerRequest

const signals = new WeakMap<Duplex, AbortSignal>()

/**
 * A signal that aborts when the client disconnects. Also records whose statements run with it, for the fair queue
 * of sessions.
 */
export function statementSignal(ctx: Pick<Context, 'req' | 'state'>): AbortSignal {
  const signal = connectionSignal(ctx.req)
  const principal = principalOf(ctx)
  setCaller(signal, principal ? nameOf(principal) : (ctx.req.socket.remoteAddress ?? ''))
  return signal
}

/**
 * All requests of a connection share one signal, because Node.js 20 needs several microseconds to create
 * one. Every listener must be removed in the end.
 */
function connectionSignal(req: Request): AbortSignal {
  const channel = streamOf(req) ?? req.socket
  const existing = signals.get(channel)
  if (existing) return existing
  const controller = new AbortController()
  const abort = (): void => {
    controller.abort()
  }
  if (channel.closed) abort()
  else channel.once('close', abort)
  // A server of the app's own runs pipelined requests in parallel: Node.js warns of more than ten listeners.
  setMaxListeners(0, controller.signal)
  signals.set(channel, controller.signal)
  return controller.signal
}

export function isDisconnected(req: Request): boolean {
  const stream = streamOf(req)
  return stream ? stream.destroyed : req.socket.destroyed
}

/**
 * For a closed response: whether the client disconnected before it received the whole response. May
 * also be true if the client resets the connection right after the last byte.
 */
export function isAborted({ req, res }: Pick<Context, 'req' | 'res'>): boolean {
  const stream = streamOf(req)
  if (stream) return stream.aborted || stream.rstCode !== 0
  // Node.js counts bytes as written that it drops when the connection is lost.
  return !res.writableFinished || req.socket.destroyed
}

/** The part of an HTTP/2 connection that belongs to one request, which a client can cancel alone. */
function streamOf(req: Request): ServerHttp2Stream | undefined {
  return 'stream' in req ? req.stream : undefined
}
