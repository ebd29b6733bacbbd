import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Context } from 'koa'

const signals = new WeakMap<Duplex, AbortSignal>()

/**
 * A signal that aborts when the client disconnects. All requests of a connection share it, because
 * Node.js 20 needs several microseconds to create one. Every listener must be removed in the end.
 */
export function disconnectSignal({ req }: Pick<Context, 'req'>): AbortSignal {
  const channel = channelOf(req)
  const existing = signals.get(channel)
  if (existing) return existing
  const controller = new AbortController()
  const abort = (): void => {
    controller.abort()
  }
  if (channel.destroyed) abort()
  else channel.once('close', abort)
  // Without this, Node.js warns when more than ten pipelined requests listen at the same time.
  setMaxListeners(0, controller.signal)
  signals.set(channel, controller.signal)
  return controller.signal
}

/** In HTTP/2, a client can cancel one request and keep the connection. */
function channelOf(req: IncomingMessage | Http2ServerRequest): Duplex {
  return 'stream' in req ? req.stream : req.socket
}
