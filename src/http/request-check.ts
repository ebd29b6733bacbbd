import { isIPv6 } from 'node:net'
import type { Context } from 'koa'
import { malformedRequest, urlTooLong } from './errors/request-errors'

/**
 * Refuses malformed requests that Node.js passes on.
 * @param maxBytes maximum bytes of path and query
 */
export function checkRequest(ctx: Context, maxBytes: number): void {
  if (ctx.url.length > maxBytes) throw urlTooLong(maxBytes)
  if (!hasValidHost(ctx) || !hasValidUrl(ctx)) throw malformedRequest()
}

/**
 * Only HTTP/1.0 has requests without `Host`; Node.js would refuse others with an empty body. Of two such headers,
 * Node.js uses the first, and a proxy could use the other. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function hasValidHost({ req: { httpVersion, headers, rawHeaders } }: Context): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1'
  const isHost = (text: string, index: number): boolean =>
    index % 2 === 0 && text.toLowerCase() === 'host'
  return rawHeaders.filter(isHost).length === 1 && isValidHost(headers.host)
}

/**
 * A name, which may be empty, or an address in brackets; then a port, which may be empty. A name may have the
 * characters of https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 but the comma: no name has one, and a proxy
 * could have joined two headers by it.
 */
const HOST = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})*)(?::\d*)?$/i

const FUTURE_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

function isValidHost(text: string): boolean {
  const match = HOST.exec(text)
  if (!match) return false
  const [, address] = match
  return address === undefined || isIPv6(address) || FUTURE_ADDRESS.test(address)
}

/** Node.js does not check an absolute URL, such as that of a request to a proxy. */
function hasValidUrl(ctx: Context): boolean {
  // The URL of a request has no `#`. Koa would drop what follows, such as further parameters.
  if (ctx.url.includes('#')) return false
  try {
    // Koa keeps the parsed URL for the router.
    return typeof ctx.path === 'string'
  } catch {
    return false
  }
}
