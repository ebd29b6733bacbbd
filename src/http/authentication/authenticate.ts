import type { Middleware, ParameterizedContext } from 'koa'
import { ApiError, authenticationFailed } from '../../core/errors'
import { BEARER_CHALLENGE, type AuthenticationScheme } from './scheme'

/**
 * Returns if the request is authenticated, else throws `authenticationFailed(method, reason)`. A
 * returned or resolved `Principal` becomes `ctx.state.principal`. A function that reads a header other than
 * `Authorization` adds it to `Vary`: `ctx.vary('X-API-Key')`.
 */
export type Authenticate = (ctx: ParameterizedContext) => unknown

/** A function, or schemes of which one must identify the caller. */
export type Authentication = Authenticate | readonly AuthenticationScheme[]

/**
 * Authenticates requests, and sends a challenge with each 401, as RFC 9110 requires, also with one for a
 * table that the caller may not read: https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 * @param by `undefined` for no authentication
 */
export function authentication(by: Authentication | undefined): Middleware {
  const authenticate = typeof by === 'object' ? authenticateBy(by) : by
  const challenges = challengesOf(by)
  return async function authenticateRequest(ctx, next) {
    try {
      if (authenticate) ctx.state['principal'] = await authenticate(ctx)
      await next()
    } catch (error) {
      const isUnauthenticated = error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED'
      // A function may have set the header itself.
      if (isUnauthenticated && !ctx.response.get('WWW-Authenticate')) {
        ctx.set('WWW-Authenticate', challenges)
      }
      throw error
    }
  }
}

function challengesOf(by: Authentication | undefined): string {
  const challenges = typeof by === 'object' ? by.map(({ challenge }) => challenge) : []
  // A function, or a proxy in front, may accept any credentials; bearer tokens are the usual ones.
  return challenges.length === 0 ? BEARER_CHALLENGE : [...new Set(challenges)].join(', ')
}

/** Request headers that select the response, for `Vary`. */
export function credentialHeaders(by: Authentication | undefined): string[] {
  const headers = Array.isArray(by)
    ? by.flatMap((scheme: AuthenticationScheme) => scheme.headers)
    : []
  return [...new Set(['Authorization', ...headers])]
}

/** Accepts a request that any scheme identifies. If several schemes fail, the last failure counts. */
function authenticateBy(schemes: readonly AuthenticationScheme[]): Authenticate {
  return async (ctx) => {
    let failure: ApiError | undefined
    for (const scheme of schemes) {
      try {
        const principal = await scheme.identify(ctx)
        if (principal) return principal
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failure = error
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
