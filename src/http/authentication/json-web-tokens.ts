/** JSON Web Tokens (RFC 7519), checked by jose: signature first, then time, issuer and audience. */
import { createPublicKey } from 'node:crypto'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose' with {
  'resolution-mode': 'import',
}
import { authenticationFailed } from '../../core/errors'
import { readRule } from '../authorization/written-rule'
import type { Principal } from './principal'
import { BEARER_CHALLENGE, bearerToken, notValid, type AuthenticationScheme } from './scheme'

const authMethod = 'jwt'

/** `none` is in neither list: a token that nobody has signed is from anybody. */
export const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const
export const KEY_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
] as const

export type JwtKey =
  | { readonly secret: string }
  /** PEM text of a public key or a certificate. */
  | { readonly publicKey: string }
  /** Fetched when needed, kept for ten minutes, and asked again for a key that it did not have. */
  | {
      readonly jwksUrl: string
      /** Milliseconds between two fetches for keys that were not there; default 30,000. */
      readonly cooldown?: number
    }

export interface JwtOptions {
  readonly key: JwtKey
  /** Those that tokens may be signed by; the token itself is not asked. */
  readonly algorithms: readonly string[]
  readonly issuer?: string | undefined
  readonly audience?: string | undefined
  /** Seconds by which clocks may differ; default: 5. */
  readonly clockTolerance?: number
  /** Claim with the caller's roles: a list, or names separated by blanks. */
  readonly rolesClaim: string
  /** Claim with a rule of what the caller may read besides; default: none. */
  readonly permissionsClaim?: string | undefined
  /** Claim with the role of the database that the caller's requests run by; default: none. */
  readonly databaseRoleClaim?: string | undefined
}

/** Seconds. */
const DEFAULT_CLOCK_TOLERANCE = 5

/** Milliseconds. */
const JWKS_TIMEOUT = 5000
const JWKS_COOLDOWN = 30_000

export async function jsonWebTokens(options: JwtOptions): Promise<AuthenticationScheme> {
  // Loaded only where it is asked for.
  const { createRemoteJWKSet, jwtVerify } = await import('jose')
  const { key, algorithms, issuer, audience } = options
  const checks: JWTVerifyOptions = {
    algorithms: [...algorithms],
    clockTolerance: options.clockTolerance ?? DEFAULT_CLOCK_TOLERANCE,
    // A token that is lost must end some day.
    requiredClaims: ['exp'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  const keyOf =
    'jwksUrl' in key
      ? publishedKey(
          createRemoteJWKSet(new URL(key.jwksUrl), {
            timeoutDuration: JWKS_TIMEOUT,
            cooldownDuration: key.cooldown ?? JWKS_COOLDOWN,
          }),
        )
      : constantKey(key)
  return {
    authMethod,
    credentials: 'a bearer token',
    headers: ['Authorization'],
    challenge: BEARER_CHALLENGE,
    described: {
      securityScheme: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: `A JSON Web Token, signed by ${algorithms.join(', ')}.`,
      },
    },
    identify: async (ctx) => {
      const token = bearerToken(ctx)
      if (token === undefined) return undefined
      const { payload } = await jwtVerify(token, keyOf, checks).catch((error: unknown) => {
        throw refusalOf(error)
      })
      return principalOf(payload, options)
    },
  }
}

function constantKey(key: Exclude<JwtKey, { jwksUrl: string }>): JWTVerifyGetKey {
  const value = 'secret' in key ? Buffer.from(key.secret) : createPublicKey(key.publicKey)
  return () => value
}

/** The keys could not be had: nothing is known of the token. */
class KeysUnavailableError extends Error {}

function publishedKey(keySet: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keySet(header, token)
    } catch (cause) {
      // These are about the token: it names a key that is not there, or none where there are several.
      if (
        /^ERR_JWKS_(NO|MULTIPLE)_MATCHING_KEYS?$/.test((cause as NodeJS.ErrnoException).code ?? '')
      ) {
        throw cause
      }
      throw new KeysUnavailableError('cannot get the published keys', { cause })
    }
  }
}

/** Whatever else is wrong, down to a key of another kind than the token asks for, is the token's fault. */
function refusalOf(error: unknown): Error {
  if (error instanceof KeysUnavailableError) return error
  return (error as NodeJS.ErrnoException).code === 'ERR_JWT_EXPIRED'
    ? authenticationFailed(authMethod, 'the token has expired')
    : notValid(authMethod, 'token')
}

function principalOf(payload: JWTPayload, options: JwtOptions): Principal {
  const { rolesClaim, permissionsClaim, databaseRoleClaim } = options
  const roles = rolesOf(payload, rolesClaim)
  const written = permissionsClaim === undefined ? undefined : payload[permissionsClaim]
  try {
    const rule = written === undefined ? undefined : readRule(written)
    const role = databaseRoleClaim === undefined ? undefined : payload[databaseRoleClaim]
    return {
      ...{ authMethod, name: payload.sub ?? '', roles, claims: payload },
      ...(rule && { rule }),
      ...(typeof role === 'string' && { databaseRole: role }),
    }
  } catch {
    throw notValid(authMethod, 'token')
  }
}

function rolesOf(payload: JWTPayload, claim: string): string[] {
  const value = payload[claim]
  if (typeof value === 'string') return value.split(' ').filter((role) => role !== '')
  if (!Array.isArray(value)) return []
  return value.filter((role): role is string => typeof role === 'string')
}
