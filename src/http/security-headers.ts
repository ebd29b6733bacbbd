import koaHelmet from 'koa-helmet'
import type { Middleware } from 'koa'

/** Makes browsers treat responses as data only, because tables may contain any text. */
export function securityHeaders(): Middleware {
  return koaHelmet({
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
}
