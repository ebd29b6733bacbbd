import { invalidCredential, type AuthenticationScheme } from './scheme'
import { callerOfSecret, findSecret, type Secret } from './secrets'

const authMethod = 'apiKey'

export interface ApiKeyHeaders {
  /** Carries the key. */
  readonly key: string
  /** Carries the user, for keys that have one. */
  readonly user: string
}

/** Authenticates API keys in a request header. */
export function apiKeys(keys: readonly Secret[], headers: ApiKeyHeaders): AuthenticationScheme {
  return {
    authMethod,
    credentials: 'an API key',
    headers: [headers.key, headers.user],
    challenge: `ApiKey realm="tablequery", header="${headers.key}"`,
    described: {
      securityScheme: {
        type: 'apiKey',
        in: 'header',
        name: headers.key,
        description: 'An API key from the operator.',
      },
      parameters: [
        {
          name: headers.user,
          in: 'header',
          description: 'The user, for API keys that have one.',
          schema: { type: 'string' },
        },
      ],
    },
    identify: (ctx) => {
      const presented = ctx.get(headers.key)
      if (presented === '') return Promise.resolve(undefined)
      const secret = findSecret(keys, presented)
      const isUsersKey = secret?.user === undefined || secret.user === ctx.get(headers.user)
      if (!secret || !isUsersKey) return Promise.reject(invalidCredential(authMethod, 'API key'))
      return Promise.resolve({ authMethod, ...callerOfSecret(secret) })
    },
  }
}
