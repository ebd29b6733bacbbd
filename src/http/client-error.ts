import type { Socket } from 'node:net'
import { invalidQuery } from '../core/errors'
import { errorBody } from './error-handler'

/**
 * Answers what never became a request, such as a URL with bytes that had to be percent-encoded, in
 * the contract's shape: a listener of the HTTP server's `clientError` event.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const constraint = 'well-formed HTTP, its URL percent-encoded'
  const body = errorBody(
    invalidQuery('request', null, constraint, `The request must be ${constraint}.`),
  )
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
