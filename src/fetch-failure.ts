/** Says in plain words why `fetch` has failed: its error has the reason in `cause`. */
import { explainEncryption } from './dialect/explain-encryption'
import { errorCode } from './error-code'

/** https://nodejs.org/api/errors.html#common-system-errors and https://undici.nodejs.org/#/docs/api/Errors */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  ETIMEDOUT: 'no response',
  UND_ERR_CONNECT_TIMEOUT: 'no response',
}

const BROKEN: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'the server has stopped responding',
  UND_ERR_BODY_TIMEOUT: 'the server has stopped responding',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too long',
}

/** For example `cannot reach http://127.0.0.1:3000/tables: connection refused`. */
export function fetchFailure(url: string, error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = errorCode(cause)
  const unreachable =
    UNREACHABLE[code] ??
    explainEncryption(cause, new URL(url).host, 'NODE_EXTRA_CA_CERTS') ??
    // https://fetch.spec.whatwg.org/#port-blocking
    (messageOf(cause) === 'bad port' ? 'browsers and Node.js block this port' : undefined)
  return unreachable === undefined
    ? `${url}: ${brokenResponse(code, cause, error)}`
    : `cannot reach ${url}: ${unreachable}`
}

function brokenResponse(code: string, cause: unknown, error: unknown): string {
  if (/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) {
    // The message of `fetch` about a body.
    const isWithinBody = messageOf(error) === 'terminated'
    return `the server closed the connection ${isWithinBody ? 'within its response' : 'without a response'}`
  }
  if (code.startsWith('HPE_')) {
    const [, flaw] = /\(([^()]+)\)$/.exec(messageOf(cause)) ?? []
    return `the response is not valid HTTP${flaw === undefined ? '' : ` (${flaw})`}`
  }
  if (/^(?:Z_|ZSTD_|ERR__ERROR_FORMAT)/.test(code)) return 'the response cannot be decompressed'
  return BROKEN[code] ?? (messageOf(cause) || code || messageOf(error))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
