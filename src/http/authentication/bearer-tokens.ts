import { BEARER_CHALLENGE, bearerToken, notValid, type AuthenticationScheme } from './scheme'
import { callerOf, findSecret, type Secret } from './secret-list'

const authMethod = 'bearer'

/** Tokens that the deployment has given out itself. */
export function bearerTokens(tokens: readonly Secret[]): AuthenticationScheme {
  return {
    authMethod,
    credentials: 'a bearer token',
    headers: ['Authorization'],
    challenge: BEARER_CHALLENGE,
    described: {
      securityScheme: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token that the deployment has given out.',
      },
    },
    identify: (ctx) => {
      const presented = bearerToken(ctx)
      if (presented === undefined) return Promise.resolve(undefined)
      const known = findSecret(tokens, presented)
      if (!known) return Promise.reject(notValid(authMethod, 'token'))
      return Promise.resolve({ authMethod, ...callerOf(known) })
    },
  }
}
