/** The HTTP server of an app, with limits on the size and duration of requests. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type Koa from 'koa'
import { errorCode } from '../error-code'
import { hostInUrl } from '../host-name'
import { StartError } from '../start-error'
import { recordArrival } from './arrival'
import { trackConnections } from './drain'
import { refusalOf, type ClientError } from './errors/client-error'
import { closeConnection, refuse } from './errors/refusal'
import { methodNotAllowed } from './errors/request-errors'
import type { RequestLogEntry } from './request-log'
import { RequestQueue } from './request-queue'

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  /** Maximum bytes of path and query. */
  readonly maxUrlLength?: number
  /** Maximum bytes of all headers. */
  readonly maxHeaderBytes?: number
  /** Maximum milliseconds to receive a request. */
  readonly requestTimeout?: number
  /** Called for each response to a request that Node.js does not pass to the app. */
  readonly onResponse?: (entry: RequestLogEntry) => unknown
}

/** Longer URLs fail in most proxies and browsers first. */
export const MAX_URL_LENGTH = 16_384

/** The default of Node.js. */
const MAX_HEADER_BYTES = 16_384

/** Milliseconds: requests have no body, so a slower one is broken or malicious. */
const REQUEST_TIMEOUT = 10_000

/**
 * Milliseconds that an idle connection stays open. Load balancers keep connections for a minute: with
 * a shorter time here, they could send a request on a connection that is being closed.
 */
const KEEP_ALIVE_TIMEOUT = 65_000

/**
 * Number of connections that may wait until the process accepts them; the operating system has its own
 * limit. A client beyond it tries again after a second, then after three.
 */
const BACKLOG = 4096

/** @throws StartError */
export async function listen(app: Koa, options: HttpServerOptions): Promise<Server> {
  const { host, port } = options
  const server = serverOf(app, options)
  server.listen(port, host, BACKLOG)
  try {
    await once(server, 'listening')
    return server
  } catch (cause) {
    const code = errorCode(cause) || 'unknown reason'
    const reasons: Record<string, string> = {
      EADDRINUSE: 'the port is in use',
      EACCES: 'permission denied',
      EADDRNOTAVAIL: 'this machine does not have the address',
      ENOTFOUND: 'no such host',
    }
    throw new StartError(`cannot listen on ${hostInUrl(host)}:${port}: ${reasons[code] ?? code}`, {
      cause,
    })
  }
}

function serverOf(app: Koa, options: HttpServerOptions): Server {
  const { requestTimeout = REQUEST_TIMEOUT, onResponse } = options
  const { maxUrlLength = MAX_URL_LENGTH, maxHeaderBytes = MAX_HEADER_BYTES } = options
  const server = createServer({
    // Node.js counts the URL as a header.
    maxHeaderSize: maxUrlLength + maxHeaderBytes,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.ceil(requestTimeout / 10),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    // The app refuses such requests, with the body of all errors.
    requireHostHeader: false,
  })
  const handle = app.callback()
  const requests = new RequestQueue()
  /** The last request of a connection, if its response ended before the request's body had arrived. */
  const unfinished = new WeakMap<Socket, { readonly complete: boolean }>()
  trackConnections(server)
  server.on('connection', (socket: Socket) => {
    requests.onConnection(socket)
    // Node.js caches the address when it is read first; after a reset by the client, it is too late.
    void socket.remoteAddress
  })
  const start: RequestListener = (request, response) => {
    recordArrival(request)
    const { socket } = request
    requests.addToConnection(socket, (onClose) => {
      response.once('close', () => {
        if (!request.complete) unfinished.set(socket, request)
        onClose()
      })
      requests.addToTurn(() => void handle(request, response))
    })
  }
  server.on('request', start)
  // Without a listener, Node.js responds 417 itself to any expectation but 100-continue.
  server.on('checkExpectation', start)
  // Without a listener, Node.js closes the connection. With one, it leaves the socket without any listener.
  server.on('connect', ({ method = '' }, socket: Socket) => {
    const since = performance.now()
    const destroy = (): unknown => socket.destroy()
    socket.on('error', destroy)
    // Nothing else would notice that the client disconnects while an earlier request runs.
    socket.once('end', destroy).resume()
    requests.addToConnection(socket, () => {
      socket.off('end', destroy)
      refuse(socket, { error: methodNotAllowed(method), method, since }, onResponse)
    })
  })
  server.on('clientError', (error: ClientError, socket: Socket) => {
    const since = performance.now()
    // The client has disconnected in the middle of a request, while that one or an earlier one runs.
    if (error.code === 'HPE_INVALID_EOF_STATE' && socket.writable && requests.isBusy(socket)) {
      socket.destroy()
      return
    }
    requests.addToConnection(socket, () => {
      // The client would take a second response to this request for the response to its next one.
      if (unfinished.get(socket)?.complete === false) closeConnection(socket)
      else if (error.code === 'ECONNRESET') socket.destroy()
      else refuse(socket, { ...refusalOf(error), since }, onResponse)
    })
  })
  return server
}

export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${hostInUrl(host)}:${port}`
}
