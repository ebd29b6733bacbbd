/** The errors of HTTP itself. The core has the table of all codes. */
import { ApiError, invalidQuery } from '../../core/errors'

export function malformedRequest(): ApiError {
  const constraint = 'well-formed HTTP, its URL percent-encoded'
  return invalidQuery('request', null, constraint, `The request must be ${constraint}.`)
}

/** The methods of all routes of the API: the value of `Allow`. */
export const API_METHODS = 'GET, HEAD, OPTIONS'

/** @param allowed the methods of the path, which may be a route of an app beside the API */
export function methodNotAllowed(method: string, allowed = API_METHODS): ApiError {
  const reason = allowed === API_METHODS ? 'this API only reads' : `the path allows ${allowed}`
  return new ApiError('METHOD_NOT_ALLOWED', `${method} is not allowed: ${reason}.`)
}

export function urlTooLong(maxBytes: number): ApiError {
  return new ApiError('URL_TOO_LONG', `Path and query are longer than ${maxBytes} bytes.`)
}

export function headersTooLarge(): ApiError {
  return new ApiError('HEADERS_TOO_LARGE', 'URL and headers are too large.')
}

export function requestTimedOut(): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive in time.')
}

/** @param retryAfter seconds */
export function rateLimitExceeded(retryAfter: number): ApiError {
  const message = `Too many requests. Retry in ${retryAfter} s.`
  return new ApiError('RATE_LIMIT_EXCEEDED', message, undefined, { retryAfter })
}
