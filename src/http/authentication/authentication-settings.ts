/** Authentication settings. */
import { createPublicKey } from 'node:crypto'
import Joi from 'joi'
import { setting, type Setting, type SettingValues } from '../../setting-definition'
import { converted, list, text } from '../../setting-type'
import { apiKeys } from './api-keys'
import { bearerTokens } from './bearer-tokens'
import { jsonWebTokens, KEY_ALGORITHMS, SECRET_ALGORITHMS, type JwtKey } from './json-web-tokens'
import type { AuthenticationScheme } from './scheme'
import { readSecrets, SECRETS_FORMAT } from './secrets'

/** https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

const SECRETS = converted(SECRETS_FORMAT, readSecrets)

const TEXT = text('a text')

const CLAIM = text('the name of a claim')

const header = (name: string, description: string): Setting<string> =>
  setting(text('the name of a header', Joi.string().pattern(HEADER_NAME)), {
    description,
    default: name,
  })

/** `fetch` refuses a URL with credentials, and its error would show them. */
function withoutCredentials(address: string): string {
  const { username, password } = new URL(address)
  if (username + password !== '') throw new Error('credentials')
  return address
}

const algorithms = [...SECRET_ALGORITHMS, ...KEY_ALGORITHMS]

const DEFAULT_SECRET_ALGORITHMS = ['HS256']
const DEFAULT_KEY_ALGORITHMS = ['RS256', 'ES256', 'EdDSA']

export const AUTHENTICATION_SETTINGS = {
  tokens: setting(SECRETS, {
    description: 'Valid bearer tokens',
    unset: 'none',
    secret: 'whole',
  }),
  apiKeys: setting(SECRETS, {
    description: 'Valid API keys',
    unset: 'none',
    secret: 'whole',
  }),
  apiKeyHeader: header('X-API-Key', 'Request header that carries an API key'),
  userIdHeader: header(
    'X-User-ID',
    'Request header that carries the user, for API keys with a user',
  ),
  jwtSecret: setting(
    // As long as the hash: https://www.rfc-editor.org/rfc/rfc7518#section-3.2
    text('a text of at least 32 characters', Joi.string().min(32)),
    {
      description: 'Shared secret that verifies JSON Web Tokens',
      unset: 'none',
      secret: 'whole',
    },
  ),
  jwtPublicKey: setting(
    text(
      'a public key or a certificate as PEM text',
      Joi.string().custom((pem: string) => (createPublicKey(pem), pem)),
    ),
    { description: 'Public key that verifies JSON Web Tokens', unset: 'none' },
  ),
  jwksUrl: setting(
    text(
      'an https:// URL without a password, or an http:// URL of this machine',
      Joi.string()
        .pattern(/^https:\/\/.|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/)
        .custom(withoutCredentials),
    ),
    {
      description: 'URL of the public keys (JWKS) that verify JSON Web Tokens',
      unset: 'none',
      secret: 'in URL',
    },
  ),
  jwtIssuer: setting(TEXT, {
    description: 'Required issuer ("iss") of JSON Web Tokens',
    unset: 'any',
  }),
  jwtAudience: setting(TEXT, {
    description: 'Required audience ("aud") of JSON Web Tokens',
    unset: 'any',
  }),
  jwtAlgorithms: setting(
    list(
      `a list of ${algorithms.join(', ')}`,
      Joi.array()
        .items(Joi.string().valid(...algorithms))
        .min(1),
    ),
    {
      description: 'Accepted signature algorithms of JSON Web Tokens',
      unset: `${DEFAULT_SECRET_ALGORITHMS.join(',')} with a secret, ${DEFAULT_KEY_ALGORITHMS.join(',')} with public keys`,
    },
  ),
  jwtRolesClaim: setting(CLAIM, {
    description: "Claim with the caller's roles: a list, or names separated by blanks",
    default: 'roles',
  }),
  jwtPermissionsClaim: setting(CLAIM, {
    description:
      'Claim with a rule for the caller, in addition to those of the permissions setting',
    unset: 'none',
  }),
  jwtDatabaseRoleClaim: setting(CLAIM, {
    description: "Claim with the Postgres role that runs the caller's statements",
    unset: 'none',
  }),
}

export type AuthenticationSettings = SettingValues<typeof AUTHENTICATION_SETTINGS>

/** Describes the first invalid combination of settings; `undefined` if there is none. */
export function authenticationConflict(settings: AuthenticationSettings): string | undefined {
  const keys = (['jwtSecret', 'jwtPublicKey', 'jwksUrl'] as const).filter(
    (name) => settings[name] !== undefined,
  )
  if (keys.length > 1) return `only one of ${keys.join(' and ')} can be set`
  // An operator who sets an audience expects tokens to be verified.
  const unused = (['jwtIssuer', 'jwtAudience', 'jwtAlgorithms'] as const).find(
    (name) => settings[name] !== undefined && keys.length === 0,
  )
  if (unused) return `${unused} needs one of jwtSecret, jwtPublicKey and jwksUrl`
  // A public key used as a shared secret would let anybody sign tokens.
  const allowed: readonly string[] =
    settings.jwtSecret === undefined ? KEY_ALGORITHMS : SECRET_ALGORITHMS
  const wrong = settings.jwtAlgorithms?.find((algorithm) => !allowed.includes(algorithm))
  return wrong === undefined ? undefined : `jwtAlgorithms: ${wrong} does not go with ${keys[0]}`
}

/** Creates the configured schemes; an empty list if authentication is off. */
export async function authenticationSchemes(
  settings: AuthenticationSettings,
): Promise<AuthenticationScheme[]> {
  const { tokens, apiKeys: keys, apiKeyHeader, userIdHeader, jwtSecret } = settings
  const key = jwtKeyOf(settings)
  const defaults = jwtSecret === undefined ? DEFAULT_KEY_ALGORITHMS : DEFAULT_SECRET_ALGORITHMS
  return [
    ...(tokens ? [bearerTokens(tokens)] : []),
    ...(key
      ? [
          await jsonWebTokens({
            key,
            algorithms: settings.jwtAlgorithms ?? defaults,
            issuer: settings.jwtIssuer,
            audience: settings.jwtAudience,
            rolesClaim: settings.jwtRolesClaim,
            permissionsClaim: settings.jwtPermissionsClaim,
            databaseRoleClaim: settings.jwtDatabaseRoleClaim,
          }),
        ]
      : []),
    ...(keys ? [apiKeys(keys, { key: apiKeyHeader, user: userIdHeader })] : []),
  ]
}

function jwtKeyOf({
  jwtSecret,
  jwtPublicKey,
  jwksUrl,
}: AuthenticationSettings): JwtKey | undefined {
  if (jwtSecret !== undefined) return { secret: jwtSecret }
  if (jwtPublicKey !== undefined) return { publicKey: jwtPublicKey }
  return jwksUrl === undefined ? undefined : { jwksUrl }
}
