import type { Middleware, ParameterizedContext } from 'koa'
import { ApiError, authenticationFailed } from '../../core/errors'
import { BEARER_CHALLENGE, type AuthenticationScheme } from './scheme'

/**
 * Lets a request pass or throws `authenticationFailed(method, reason)`. It may look at any header. The
 * `Principal` that it gives or promises, if it does, becomes `ctx.state.principal`.
 */
export type Authenticate = (ctx: ParameterizedContext) => unknown

/** Who may ask: what a function says, or those whom one of the schemes knows. */
export type Authentication = Authenticate | readonly AuthenticationScheme[]

export function requireAuthentication(by: Authentication): Middleware {
  const authenticate = typeof by === 'function' ? by : authenticateBy(by)
  const challenges = typeof by === 'function' ? [BEARER_CHALLENGE] : by.map((s) => s.challenge)
  return async function authenticateRequest(ctx, next) {
    try {
      ctx.state['principal'] = await authenticate(ctx)
      await next()
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED'
      // A function may have set one of its own.
      if (isRefused && !ctx.response.get('WWW-Authenticate')) {
        ctx.set('WWW-Authenticate', [...new Set(challenges)].join(', '))
      }
      throw error
    }
  }
}

/** Headers by which answers may differ, for `Vary`. */
export function credentialHeaders(by: Authentication | undefined): string[] {
  const headers = Array.isArray(by)
    ? by.flatMap((scheme: AuthenticationScheme) => scheme.headers)
    : []
  return [...new Set(['Authorization', ...headers])]
}

/** Lets in whom one of the schemes knows. What the last one that was tried says is what is answered. */
function authenticateBy(schemes: readonly AuthenticationScheme[]): Authenticate {
  return async (ctx) => {
    let refusal: ApiError | undefined
    for (const scheme of schemes) {
      try {
        const principal = await scheme.identify(ctx)
        if (principal) return principal
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refusal = error
      }
    }
    const credentials = schemes.map((scheme) => scheme.credentials)
    throw (
      refusal ??
      authenticationFailed(
        schemes[0]?.authMethod ?? 'none',
        `${[...new Set(credentials)].join(' or ')} is needed`,
      )
    )
  }
}
