import {
  BEARER_CHALLENGE,
  bearerToken,
  invalidCredential,
  type AuthenticationScheme,
} from './scheme'
import { callerOfSecret, findSecret, type Secret } from './secrets'

const authMethod = 'bearer'

/**
 * Authenticates bearer tokens from a list.
 * @param tokens the result of `readSecrets`
 */
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
        description: 'A token from the operator.',
      },
    },
    identify: (ctx) => {
      const presented = bearerToken(ctx)
      if (presented === undefined) return Promise.resolve(undefined)
      const secret = findSecret(tokens, presented)
      if (!secret) return Promise.reject(invalidCredential(authMethod, 'token'))
      return Promise.resolve({ authMethod, ...callerOfSecret(secret) })
    },
  }
}
