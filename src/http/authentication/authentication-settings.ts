/** Authentication settings. */
import { setting, type Setting, type SettingValues } from '../../settings/setting-definition'
import { converted, text } from '../../settings/setting-type'
import { apiKeys, DEFAULT_HEADERS, HEADER } from './api-keys'
import { bearerTokens, readTokens, TOKENS_FORMAT } from './bearer-tokens'
import {
  CLAIM,
  DEFAULT_KEY_ALGORITHMS,
  DEFAULT_ROLES_CLAIM,
  DEFAULT_SECRET_ALGORITHMS,
  JWKS_URL,
  JWT_ALGORITHMS,
  JWT_PUBLIC_KEY,
  JWT_SECRET,
  wrongAlgorithm,
  type JwtKey,
} from './json-web-token-options'
import { jsonWebTokens } from './json-web-tokens'
import type { AuthenticationScheme } from './scheme'
import { readSecrets, SECRETS_FORMAT } from './secrets'

const TEXT = text('text')

const header = (name: string, description: string): Setting<string> =>
  setting(HEADER, { description, default: name })

export const AUTHENTICATION_SETTINGS = {
  tokens: setting(converted(TOKENS_FORMAT, readTokens), {
    description: 'Valid bearer tokens',
    unset: 'none',
    secret: 'whole',
    refusesEmpty: true,
  }),
  apiKeys: setting(converted(SECRETS_FORMAT, readSecrets), {
    description: 'Valid API keys',
    unset: 'none',
    secret: 'whole',
    refusesEmpty: true,
  }),
  apiKeyHeader: header(DEFAULT_HEADERS.key, 'Request header that carries an API key'),
  userIdHeader: header(
    DEFAULT_HEADERS.user,
    'Request header that carries the user, for API keys with a user',
  ),
  jwtSecret: setting(JWT_SECRET, {
    description: 'Shared secret that verifies JSON Web Tokens',
    unset: 'none',
    secret: 'whole',
    refusesEmpty: true,
  }),
  jwtPublicKey: setting(JWT_PUBLIC_KEY, {
    description: 'Public key that verifies JSON Web Tokens',
    unset: 'none',
    refusesEmpty: true,
  }),
  jwksUrl: setting(JWKS_URL, {
    description: 'URL of the public keys (JWKS) that verify JSON Web Tokens',
    unset: 'none',
    secret: 'in URL',
    refusesEmpty: true,
  }),
  jwtIssuer: setting(TEXT, {
    description: 'Required issuer ("iss") of JSON Web Tokens',
    unset: 'any',
    refusesEmpty: true,
  }),
  jwtAudience: setting(TEXT, {
    description: 'Required audience ("aud") of JSON Web Tokens',
    unset: 'any',
    refusesEmpty: true,
  }),
  jwtAlgorithms: setting(JWT_ALGORITHMS, {
    description: 'Accepted signature algorithms of JSON Web Tokens',
    unset: `${DEFAULT_SECRET_ALGORITHMS.join(',')} with a secret, ${DEFAULT_KEY_ALGORITHMS.join(',')} with public keys`,
    refusesEmpty: true,
  }),
  jwtRolesClaim: setting(CLAIM, {
    description: "Claim with the caller's roles: a list, or names separated by spaces",
    default: DEFAULT_ROLES_CLAIM,
  }),
  jwtPermissionsClaim: setting(CLAIM, {
    description: 'Claim with an additional permission rule for the caller; needs --permissions',
    unset: 'none',
    refusesEmpty: true,
  }),
  jwtDatabaseRoleClaim: setting(CLAIM, {
    description: "Claim with the Postgres role that runs the caller's statements",
    unset: 'none',
    refusesEmpty: true,
  }),
}

export type AuthenticationSettings = SettingValues<typeof AUTHENTICATION_SETTINGS>

/** Settings that have an effect only if tokens are verified. Without a key, they stop the start. */
const NEED_KEY = [
  'jwtIssuer',
  'jwtAudience',
  'jwtAlgorithms',
  'jwtPermissionsClaim',
  'jwtDatabaseRoleClaim',
] as const

const JWT_KEYS = ['jwtSecret', 'jwtPublicKey', 'jwksUrl'] as const

type JwtKeySettings = Pick<AuthenticationSettings, (typeof JWT_KEYS)[number]>

/** Whether JSON Web Tokens are verified. */
export function hasJwtKey(settings: JwtKeySettings): boolean {
  return JWT_KEYS.some((name) => settings[name] !== undefined)
}

/** Whether callers need credentials. */
export function hasAuthentication(
  settings: Pick<AuthenticationSettings, 'tokens' | 'apiKeys'> & JwtKeySettings,
): boolean {
  const { tokens, apiKeys: keys } = settings
  return tokens !== undefined || keys !== undefined || hasJwtKey(settings)
}

/** Describes the first invalid combination of settings; `undefined` if there is none. */
export function authenticationConflict(settings: AuthenticationSettings): string | undefined {
  const keys = JWT_KEYS.filter((name) => settings[name] !== undefined)
  if (keys.length > 1) return `only one of ${keys.join(' and ')} can be set`
  const unused = NEED_KEY.find((name) => settings[name] !== undefined && keys.length === 0)
  if (unused) return `${unused} needs one of jwtSecret, jwtPublicKey and jwksUrl`
  const { apiKeyHeader, userIdHeader } = settings
  if (apiKeyHeader.toLowerCase() === userIdHeader.toLowerCase())
    return 'apiKeyHeader and userIdHeader must be different headers'
  const wrong = wrongAlgorithm(settings.jwtAlgorithms ?? [], {
    secret: settings.jwtSecret,
    publicKey: settings.jwtPublicKey,
  })
  return wrong === undefined ? undefined : `jwtAlgorithms: ${wrong} cannot be used with ${keys[0]}`
}

/** Creates the configured schemes; an empty list if authentication is off. */
export async function authenticationSchemes(
  settings: AuthenticationSettings,
): Promise<AuthenticationScheme[]> {
  const { tokens, apiKeys: keys, apiKeyHeader, userIdHeader } = settings
  const key = jwtKeyOf(settings)
  return [
    ...(tokens ? [bearerTokens(tokens)] : []),
    ...(key
      ? [
          await jsonWebTokens({
            key,
            algorithms: settings.jwtAlgorithms,
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
