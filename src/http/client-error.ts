import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { headersTooLarge, malformedRequest, requestTimedOut, type ApiError } from '../core/errors'
import { errorBody } from './error-handler'

/** Milliseconds for a client to receive the response and to close its side of the connection. */
const CLOSE_TIMEOUT = 1000

/**
 * Listens to the HTTP server's `clientError` event: sends the contract's error body for input that
 * Node.js cannot parse, such as a URL that is not percent-encoded.
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const apiError = apiErrorOf(error)
  const body = errorBody(apiError)
  const head = [
    `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // The connection stays open until the client closes its side too, and Node.js no longer limits its time.
  const deadline = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT)
  socket.once('close', () => {
    clearTimeout(deadline)
  })
}

/** https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror */
function apiErrorOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimedOut()
  return malformedRequest()
}
