import koaHelmet from 'koa-helmet'
import type { Middleware } from 'koa'

/** Tells browsers to treat an answer as nothing but data, whatever text a database holds. */
export function securityHeaders(): Middleware {
  return koaHelmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // It binds the whole host for months, so it is for whoever ends the encryption to say.
    strictTransportSecurity: false,
    // These are about documents, or browsers that are gone.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}
