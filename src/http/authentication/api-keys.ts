import Joi from 'joi'
import { checkedOptions } from '../../settings/option-check'
import { text } from '../../settings/setting-type'
import { invalidCredential, type AuthenticationScheme } from './scheme'
import { callerOfSecret, findSecrets, requireSecrets, type Secret } from './secrets'

const authMethod = 'apiKey'

/** Names of the request headers of API keys. */
export interface ApiKeyHeaders {
  /** Carries the key; default: `X-API-Key`. */
  readonly key?: string
  /** Carries the user, for keys that have one; default: `X-User-ID`. */
  readonly user?: string
}

export const DEFAULT_HEADERS = { key: 'X-API-Key', user: 'X-User-ID' } as const

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
export const HEADER = text(
  'the name of a header',
  Joi.string().pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
)

/**
 * Authenticates API keys in a request header.
 * @param keys the result of `readSecrets`
 * @throws TypeError for a wrong name of a header, for the same header for both, and for keys that are not such a
 *   result
 */
export function apiKeys(
  keys: readonly Secret[],
  headerNames: ApiKeyHeaders = {},
): AuthenticationScheme {
  requireSecrets('apiKeys', keys)
  const given = checkedOptions('apiKeys', headerNames, { key: HEADER, user: HEADER })
  const headers = { ...DEFAULT_HEADERS, ...given }
  if (headers.key.toLowerCase() === headers.user.toLowerCase())
    throw new TypeError('apiKeys: key and user must be different headers')
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
      const secrets = findSecrets(keys, presented)
      const user = ctx.get(headers.user)
      const secret =
        secrets.find((key) => key.user === user) ?? secrets.find((key) => key.user === undefined)
      if (!secret) return Promise.reject(invalidCredential(authMethod, 'API key'))
      return Promise.resolve({ authMethod, ...callerOfSecret(secret) })
    },
  }
}
