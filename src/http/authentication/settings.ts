/** Settings of who is let in, and what they come to. */
import { createPublicKey } from 'node:crypto'
import Joi from 'joi'
import { listOrText, type Setting } from '../../setting'
import { apiKeys } from './api-keys'
import { bearerTokens } from './bearer-tokens'
import { jsonWebTokens, KEY_ALGORITHMS, SECRET_ALGORITHMS, type JwtKey } from './json-web-tokens'
import type { AuthenticationScheme } from './scheme'
import { readSecrets, SECRET_LIST, type Secret } from './secret-list'

export interface AuthenticationSettings {
  readonly tokens?: readonly Secret[]
  readonly apiKeys?: readonly Secret[]
  readonly apiKeyHeader: string
  readonly userIdHeader: string
  readonly jwtSecret?: string
  readonly jwtPublicKey?: string
  readonly jwksUrl?: string
  readonly jwtIssuer?: string
  readonly jwtAudience?: string
  readonly jwtAlgorithms?: readonly string[]
  readonly jwtClockTolerance: number
  readonly jwtRolesClaim: string
  readonly jwtPermissionsClaim?: string
  readonly jwtDatabaseRoleClaim?: string
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

const header = (name: string, what: string): Setting => ({
  schema: Joi.string().pattern(HEADER_NAME).default(name),
  allowed: 'the name of a header',
  description: `${what} (default: ${name})`,
})

/** `fetch` refuses a URL with credentials, and would show them in its error. */
function withoutCredentials(text: string): string {
  const { username, password } = new URL(text)
  if (username + password !== '') throw new Error('credentials')
  return text
}

const algorithmList = Joi.array()
  .items(Joi.string().valid(...SECRET_ALGORITHMS, ...KEY_ALGORITHMS))
  .min(1)

export const AUTHENTICATION_SETTINGS: Readonly<Record<keyof AuthenticationSettings, Setting>> = {
  tokens: {
    schema: Joi.any().custom(readSecrets),
    allowed: SECRET_LIST,
    description: 'bearer tokens that are let in (default: no authentication)',
    secret: 'whole',
  },
  apiKeys: {
    schema: Joi.any().custom(readSecrets),
    allowed: SECRET_LIST,
    description: 'API keys that are let in',
    secret: 'whole',
  },
  apiKeyHeader: header('X-API-Key', 'header of API keys'),
  userIdHeader: header('X-User-ID', 'header of the user, for API keys that belong to one'),
  jwtSecret: {
    // As long as the hash: https://www.rfc-editor.org/rfc/rfc7518#section-3.2
    schema: Joi.string().min(32),
    allowed: 'a text of at least 32 characters',
    description: 'shared secret that JSON Web Tokens are signed with',
    secret: 'whole',
  },
  jwtPublicKey: {
    schema: Joi.string().custom((pem: string) => (createPublicKey(pem), pem)),
    allowed: 'a public key or a certificate as PEM text',
    description: 'public key that JSON Web Tokens are checked with',
  },
  jwksUrl: {
    schema: Joi.string()
      .pattern(/^https:\/\/.|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/)
      .custom(withoutCredentials),
    allowed: 'an https:// URL without a password, or an http:// URL of this machine',
    description: 'where the public keys for JSON Web Tokens are published (JWKS)',
    secret: 'in URL',
  },
  jwtIssuer: {
    schema: Joi.string(),
    allowed: 'a text',
    description: '"iss" that JSON Web Tokens must have',
  },
  jwtAudience: {
    schema: Joi.string(),
    allowed: 'a text',
    description: '"aud" that JSON Web Tokens must have',
  },
  jwtAlgorithms: {
    schema: listOrText(algorithmList),
    allowed: `a list of ${[...SECRET_ALGORITHMS, ...KEY_ALGORITHMS].join(', ')}`,
    description:
      'algorithms of JSON Web Tokens (default: HS256 with a secret, else RS256,ES256,EdDSA)',
  },
  jwtClockTolerance: {
    schema: Joi.number().integer().min(0).max(600).default(5),
    allowed: 'a whole number of seconds from 0 to 600',
    description: 'seconds by which clocks may differ (default: 5)',
  },
  jwtRolesClaim: {
    schema: Joi.string().default('roles'),
    allowed: 'the name of a claim',
    description: "claim with the caller's roles (default: roles)",
  },
  jwtPermissionsClaim: {
    schema: Joi.string(),
    allowed: 'the name of a claim',
    description: 'claim with a rule of what the caller may read (default: none)',
  },
  jwtDatabaseRoleClaim: {
    schema: Joi.string(),
    allowed: 'the name of a claim',
    description: "claim with the database role that the caller's requests run by (default: none)",
  },
}

/** What cannot be set together, or not alone; `undefined` when all is well. */
export function authenticationConflict(settings: AuthenticationSettings): string | undefined {
  const keys = (['jwtSecret', 'jwtPublicKey', 'jwksUrl'] as const).filter(
    (name) => settings[name] !== undefined,
  )
  if (keys.length > 1) return `only one of ${keys.join(' and ')} can be set`
  // Who sets an audience believes that tokens are checked.
  const idle = (['jwtIssuer', 'jwtAudience', 'jwtAlgorithms'] as const).find(
    (name) => settings[name] !== undefined && keys.length === 0,
  )
  if (idle) return `${idle} needs one of jwtSecret, jwtPublicKey and jwksUrl`
  // A public key taken for a secret would be one that everybody knows.
  const allowed: readonly string[] =
    settings.jwtSecret === undefined ? KEY_ALGORITHMS : SECRET_ALGORITHMS
  const wrong = settings.jwtAlgorithms?.find((algorithm) => !allowed.includes(algorithm))
  return wrong === undefined ? undefined : `jwtAlgorithms: ${wrong} does not go with ${keys[0]}`
}

/** None when nobody has to say who they are. */
export async function authenticationSchemes(
  settings: AuthenticationSettings,
): Promise<AuthenticationScheme[]> {
  const { tokens, apiKeys: keys, apiKeyHeader, userIdHeader, jwtSecret } = settings
  const key = jwtKeyOf(settings)
  const usual = jwtSecret === undefined ? ['RS256', 'ES256', 'EdDSA'] : ['HS256']
  return [
    ...(tokens ? [bearerTokens(tokens)] : []),
    ...(key
      ? [
          await jsonWebTokens({
            key,
            algorithms: settings.jwtAlgorithms ?? usual,
            issuer: settings.jwtIssuer,
            audience: settings.jwtAudience,
            clockTolerance: settings.jwtClockTolerance,
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
