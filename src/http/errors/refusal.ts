/** Responses to what Node.js does not pass to the app: the app's body of errors, and an entry for the log. */
import { randomUUID } from 'node:crypto'
import { METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { ApiError } from '../../core/errors'
import { errorBody } from './error-handler'
import { API_METHODS } from './request-errors'
import { OTHER, rounded, type RequestLogEntry } from '../request-log'
import { ID_HEADER } from '../response-headers'

export interface Refusal {
  readonly error: ApiError
  /** The method of the request, if it is known. */
  readonly method: string | undefined
  /** When the process noticed the error, in milliseconds of `performance.now()`. */
  readonly since: number
}

/** Milliseconds for a client to receive the response and to close its side of the connection. */
const CLOSE_TIMEOUT = 1000

/** A client can send any text as its method: the metrics would have a series for each. */
const KNOWN_METHODS = new Set(METHODS)

/**
 * Sends the error without the app, and closes the connection. Each such line of the log costs the client a new
 * connection, so it fills a log more slowly than ordinary requests do.
 * @param onResponse called when the client has received the response or has disconnected
 */
export function refuse(
  socket: Socket,
  { error, method = '', since }: Refusal,
  onResponse?: (entry: RequestLogEntry) => unknown,
): void {
  const requestId = randomUUID()
  const body = errorBody(error)
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    // Required: https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1
    `Date: ${new Date().toUTCString()}`,
    `${ID_HEADER}: ${requestId}`,
    ...(error.code === 'METHOD_NOT_ALLOWED' ? [`Allow: ${API_METHODS}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  // Browsers open connections in advance: the end of one that was never used is not that of a request.
  if (onResponse && socket.writable && socket.bytesRead > 0) {
    finished(socket, { readable: false }, (failure) => {
      onResponse({
        requestId,
        method: KNOWN_METHODS.has(method) ? method : OTHER,
        route: OTHER,
        status: error.status,
        databaseMs: 0,
        ms: rounded(performance.now() - since),
        isAborted: failure !== undefined && failure !== null,
      })
    })
  }
  // A client would read the body as the start of another response.
  const sent = method === 'HEAD' ? '' : body
  closeConnection(socket, `${head.join('\r\n')}\r\n\r\n${sent}`)
}

/** Closes the connection after the given text, and after what has been written before. */
export function closeConnection(socket: Socket, text = ''): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(text)
  // The connection stays open until the client closes its side too, and Node.js no longer limits its time.
  const deadline = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT)
  socket.once('close', () => {
    clearTimeout(deadline)
  })
}
