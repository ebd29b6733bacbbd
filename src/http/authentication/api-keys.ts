import { notValid, type AuthenticationScheme } from './scheme'
import { callerOf, findSecret, type Secret } from './secret-list'

const authMethod = 'apiKey'

export interface ApiKeyHeaders {
  /** Default: `X-API-Key`. */
  readonly key: string
  /** Default: `X-User-ID`. Looked at for keys that belong to a user. */
  readonly user: string
}

/** Keys in a header of their own. */
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
        description: 'A key that the deployment has given out.',
      },
      parameters: [
        {
          name: headers.user,
          in: 'header',
          description: 'The user, for an API key that belongs to one.',
          schema: { type: 'string' },
        },
      ],
    },
    identify: (ctx) => {
      const presented = ctx.get(headers.key)
      if (presented === '') return Promise.resolve(undefined)
      const known = findSecret(keys, presented)
      const isOfUser = known?.user === undefined || known.user === ctx.get(headers.user)
      if (!known || !isOfUser) return Promise.reject(notValid(authMethod, 'API key'))
      return Promise.resolve({ authMethod, ...callerOf(known) })
    },
  }
}
