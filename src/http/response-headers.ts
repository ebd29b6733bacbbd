/** Headers of responses: the id of the request, those that protect browsers, and those that scripts may read. */
import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Middleware } from 'koa'

export const ID_HEADER = 'X-Request-Id'

/** Response headers that scripts of other origins may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  ID_HEADER,
  'X-Total-Age',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const

export function responseHeaders(): Middleware {
  const securityHeaders = headersOfHelmet()
  return function setResponseHeaders(ctx, next) {
    for (const [name, value] of securityHeaders) ctx.res.setHeader(name, value)
    const id = idOf(ctx.get(ID_HEADER))
    ctx.state['requestId'] = id
    ctx.set(ID_HEADER, id)
    return next()
  }
}

/** The client's own id if it is safe in headers and logs, else a new one. */
function idOf(given: string): string {
  return /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID()
}

/**
 * They make browsers treat responses as data only, because tables may contain any text. They are the same
 * for every response, so helmet makes them once.
 */
function headersOfHelmet(): [name: string, value: string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Belongs to the proxy that terminates TLS, because it affects the whole host for months.
    strictTransportSecurity: false,
    // These concern HTML documents or obsolete browsers.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  set(request, response, () => undefined)
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}
