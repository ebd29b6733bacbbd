/** Closes a server after the responses to the requests that it has received. */
import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two checks for idle connections while the server closes. */
const IDLE_CHECK_INTERVAL = 50

interface OpenConnections {
  /** The response to the last request of each, until it is closed. */
  readonly lastResponses: Map<Socket, ServerResponse | undefined>
  isClosing: boolean
}

const connections = new WeakMap<Server, OpenConnections>()

/** Records the connections of the server for `drain`. Call it before any listener that may respond is added. */
export function trackConnections(server: Server): void {
  const open: OpenConnections = { lastResponses: new Map(), isClosing: false }
  const { lastResponses } = open
  connections.set(server, open)
  server.on('connection', (socket: Socket) => {
    lastResponses.set(socket, undefined)
    socket.once('close', () => lastResponses.delete(socket))
  })
  const onRequest: RequestListener = ({ socket }, response) => {
    if (open.isClosing) response.shouldKeepAlive = false
    lastResponses.set(socket, response)
    response.once('close', () => {
      // Else an idle connection would keep the response in memory.
      if (lastResponses.get(socket) === response) lastResponses.set(socket, undefined)
    })
  }
  server.on('request', onRequest)
  server.on('checkExpectation', onRequest)
}

/**
 * Stops accepting connections and waits for running requests.
 * @param timeout milliseconds until the remaining connections are closed
 */
export async function drain(server: Server, timeout: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  announceClose(server)
  // A connection becomes idle, and stays open, after its response.
  const idleCheck = setInterval(() => {
    server.closeIdleConnections()
    // After Node.js has read what has arrived by now, such as a first request.
    setImmediate(closeUnusedConnections, server)
  }, IDLE_CHECK_INTERVAL)
  const deadline = setTimeout(() => {
    for (const socket of openConnections(server)) socket.destroy()
  }, timeout)
  await closed
  clearInterval(idleCheck)
  clearTimeout(deadline)
}

/**
 * Makes the last response of each connection tell its client to send no more requests on it, by
 * `Connection: close`: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
function announceClose(server: Server): void {
  const open = connections.get(server)
  if (!open) return
  open.isClosing = true
  for (const response of open.lastResponses.values()) if (response) response.shouldKeepAlive = false
}

/** Closes the connections on which nothing has arrived: Node.js does not count them as idle. */
function closeUnusedConnections(server: Server): void {
  for (const socket of openConnections(server)) if (socket.bytesRead === 0) socket.destroy()
}

/** Includes those of which Node.js no longer knows, after a request with the method CONNECT. */
function openConnections(server: Server): Iterable<Socket> {
  return connections.get(server)?.lastResponses.keys() ?? []
}
