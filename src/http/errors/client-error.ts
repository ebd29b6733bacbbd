/** What Node.js cannot parse, such as a URL that is not percent-encoded, as an error of the API. */
import type { ApiError } from '../../core/errors'
import type { Refusal } from './refusal'
import {
  headersTooLarge,
  malformedRequest,
  methodNotAllowed,
  requestTimedOut,
} from './request-errors'

/** A request line with any token as its method: https://www.rfc-editor.org/rfc/rfc9112#section-3 */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) \S+ HTTP\/1\.[01]\r?\n/

/** https://nodejs.org/docs/latest-v20.x/api/http.html#event-clienterror */
export interface ClientError extends Error {
  readonly code?: string
  /** The bytes of the last read, which can begin with the end of earlier requests. */
  readonly rawPacket?: Buffer
  /** Number of these bytes before the error. */
  readonly bytesParsed?: number
}

/** The response to an error of the HTTP server's event `clientError`. */
export function refusalOf(error: ClientError): Omit<Refusal, 'since'> {
  return { error: apiErrorOf(error), method: methodOf(error) }
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
      const [, method] = REQUEST_LINE.exec(textAfter('\n', error)) ?? []
      return method === undefined ? malformedRequest() : methodNotAllowed(method)
    }
    default:
      return malformedRequest()
  }
}

/** Unknown if Node.js has read the start of the request earlier than the rest, or waits for the rest. */
function methodOf(error: ClientError): string | undefined {
  return /^([A-Z-]+) /.exec(textAfter('\r\n\r\n', error))?.[1]
}

/** The text after the last separator before the error. */
function textAfter(
  separator: string,
  { rawPacket = Buffer.alloc(0), bytesParsed = 0 }: ClientError,
): string {
  const index = rawPacket.subarray(0, bytesParsed).lastIndexOf(separator)
  return rawPacket.toString('latin1', index < 0 ? 0 : index + separator.length)
}
