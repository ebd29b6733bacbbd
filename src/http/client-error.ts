import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { headersTooLarge, invalidQuery, requestTimedOut, type ApiError } from '../core/errors'
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
  const answer = answerTo(error)
  const body = errorBody(answer)
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror */
function answerTo({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimedOut()
  const constraint = 'well-formed HTTP, its URL percent-encoded'
  return invalidQuery('request', null, constraint, `The request must be ${constraint}.`)
}
