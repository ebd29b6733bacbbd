import type { Middleware, ParameterizedContext } from 'koa'
import { ApiError, authenticationFailed } from '../../core/errors'
import { checkedPrincipal } from './principal'
import type { AuthenticationScheme } from './scheme'

/**
 * Returns if the request is authenticated; otherwise throws `authenticationFailed(method, reason)`. A
 * returned or resolved `Principal` becomes `ctx.state.principal`; any other result but `undefined`, such as
 * `false`, is `INTERNAL_SERVER_ERROR`. A function that reads a header other than `Authorization` adds it to
 * `Vary`: `ctx.vary('X-API-Key')`.
 */
export type Authenticate = (ctx: ParameterizedContext) => unknown

/** A function, or schemes of which one must identify the caller. */
export type Authentication = Authenticate | readonly AuthenticationScheme[]

/** A function has no challenges: the error handler adds the default one to its 401. */
export function requireAuthentication(by: Authentication): Middleware {
  const authenticate = typeof by === 'function' ? by : authenticateBy(by)
  const challenges = typeof by === 'function' ? [] : by.map(({ challenge }) => challenge)
  return async function authenticateRequest(ctx, next) {
    try {
      ctx.state['principal'] = checkedPrincipal(await authenticate(ctx))
      await next()
    } catch (error) {
      const isUnauthenticated = error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED'
      // A scheme may have set the header itself.
      const hasChallenge = challenges.length === 0 || Boolean(ctx.response.get('WWW-Authenticate'))
      if (isUnauthenticated && !hasChallenge) {
        ctx.set('WWW-Authenticate', [...new Set(challenges)].join(', '))
      }
      throw error
    }
  }
}

/** Request headers that select the response, for `Vary`. */
export function credentialHeaders(by: Authentication | undefined): string[] {
  const headers = typeof by === 'object' ? by.flatMap((scheme) => scheme.headers) : []
  return [...new Set(['Authorization', ...headers])]
}

/**
 * Accepts a request that any scheme identifies. If several schemes fail, the error is that of the last one; the
 * error of a scheme that could not check its credentials takes precedence.
 */
function authenticateBy(schemes: readonly AuthenticationScheme[]): Authenticate {
  return async (ctx) => {
    let failure: Error | undefined
    for (const scheme of schemes) {
      try {
        const principal = await scheme.identify(ctx)
        if (principal) return principal
      } catch (error) {
        if (!(error instanceof Error)) throw error
        const isUnchecked = failure !== undefined && !(failure instanceof ApiError)
        if (!isUnchecked || !(error instanceof ApiError)) failure = error
      }
    }
    const credentials = schemes.map((scheme) => scheme.credentials)
    throw (
      failure ??
      authenticationFailed(
        schemes[0]?.authMethod ?? 'none',
        `${[...new Set(credentials)].join(' or ')} is needed`,
      )
    )
  }
}
