/** The HTTP server around an app: how large a request may be, and how slowly it may come. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { StartError } from '../start-error'
import { answerClientError } from './client-error'

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  /** Bytes of path and query. */
  readonly maxUrlLength?: number
  /** Bytes of all headers. */
  readonly maxHeaderBytes?: number
  /** Milliseconds that a request may take to arrive. */
  readonly requestTimeout?: number
}

/** Longer URLs fail in most proxies and browsers first. */
export const MAX_URL_LENGTH = 16_384

/** The default of Node.js. */
const MAX_HEADER_BYTES = 16_384

/** Milliseconds: requests have no body, so a slower one is broken or malicious. */
const REQUEST_TIMEOUT = 10_000

/**
 * Milliseconds that a connection may wait for its next request: longer than the minute that load
 * balancers keep theirs, else they would send a request into one that is just being closed.
 */
const KEEP_ALIVE = 65_000

/** Milliseconds. */
const SWEEP = 50

/** @throws StartError */
export async function listen(app: Koa, options: HttpServerOptions): Promise<Server> {
  const { host, port, maxUrlLength = MAX_URL_LENGTH } = options
  const { maxHeaderBytes = MAX_HEADER_BYTES, requestTimeout = REQUEST_TIMEOUT } = options
  const limits = {
    // Node.js counts the URL as a header.
    maxHeaderSize: maxUrlLength + maxHeaderBytes,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.ceil(requestTimeout / 10),
    keepAliveTimeout: KEEP_ALIVE,
  }
  const answer = app.callback()
  const server = createServer(limits, (request, response) => void answer(request, response))
  // Node.js would refuse any other than 100-continue, with a body of its own.
  server.on('checkExpectation', (request, response) => void answer(request, response))
  server.on('clientError', answerClientError).listen(port, host)
  try {
    await once(server, 'listening')
    return server
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason'
    const reasons: Record<string, string> = {
      EADDRINUSE: 'the port is in use',
      EACCES: 'not allowed to use this port',
      EADDRNOTAVAIL: 'this machine does not have the address',
      ENOTFOUND: 'no such host',
    }
    throw new StartError(`cannot listen on ${host}:${port}: ${reasons[code] ?? code}`, { cause })
  }
}

export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Takes no more connections and waits for what has been asked.
 * @param milliseconds after which who still waits is cut off
 */
export async function drain(server: Server, milliseconds: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  // Connections stay open for the next request after their answer.
  const sweeping = setInterval(() => {
    server.closeIdleConnections()
  }, SWEEP)
  const deadline = setTimeout(() => {
    server.closeAllConnections()
  }, milliseconds)
  await closed
  clearInterval(sweeping)
  clearTimeout(deadline)
}
