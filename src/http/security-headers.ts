import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Middleware } from 'koa'

/** Makes browsers treat responses as data only, because tables may contain any text. */
export function securityHeaders(): Middleware {
  const headers = headersOfHelmet()
  return function setSecurityHeaders({ res }, next) {
    for (const [name, value] of headers) res.setHeader(name, value)
    return next()
  }
}

/** They are the same for every response, so helmet makes them once. */
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
