/** Responses to what Node.js does not pass to the app. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../core/errors'
import { errorBody } from './error-handler'
import {
  API_METHODS,
  headersTooLarge,
  malformedRequest,
  methodNotAllowed,
  requestTimedOut,
} from './request-errors'

/** Milliseconds for a client to receive the response and to close its side of the connection. */
const CLOSE_TIMEOUT = 1000

/** A request line with any token as its method: https://www.rfc-editor.org/rfc/rfc9112#section-3 */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) \S+ HTTP\/1\.[01]\r?\n/

/** https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror */
interface ClientError extends Error {
  readonly code?: string
  /** The bytes that Node.js has read at once: the end of earlier requests can be among them. */
  readonly rawPacket?: Buffer
  /** Number of these bytes before the error. */
  readonly bytesParsed?: number
}

/**
 * Listens to the HTTP server's `clientError` event: sends the contract's error body for input that
 * Node.js cannot parse, such as a URL that is not percent-encoded.
 */
export function respondToClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy()
  else respondAndClose(socket, apiErrorOf(error))
}

/** Sends the error without the app, and closes the connection. */
export function respondAndClose(socket: Socket, error: ApiError): void {
  const body = errorBody(error)
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    // Required: https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1
    `Date: ${new Date().toUTCString()}`,
    ...(error.code === 'METHOD_NOT_ALLOWED' ? [`Allow: ${API_METHODS}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  closeConnection(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
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

function apiErrorOf(error: ClientError): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge()
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimedOut()
    // Node.js knows some methods, of which it accepts a few only in RTSP (`HPE_INVALID_CONSTANT`).
    case 'HPE_INVALID_METHOD':
    case 'HPE_INVALID_CONSTANT': {
      const [, method] = REQUEST_LINE.exec(lineOf(error)) ?? []
      return method === undefined ? malformedRequest() : methodNotAllowed(method)
    }
    default:
      return malformedRequest()
  }
}

/** The text from the start of the line that has the error. */
function lineOf({ rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ClientError): string {
  const start = rawPacket.subarray(0, bytesParsed).lastIndexOf('\n') + 1
  return rawPacket.toString('latin1', start)
}
