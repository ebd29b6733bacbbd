/** JSON Web Tokens (RFC 7519): jose verifies the signature first, then time, issuer and audience. */
import { createPublicKey } from 'node:crypto'
import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose' with {
  'resolution-mode': 'import',
}
import { authenticationFailed } from '../../core/errors'
import { checkedOptions } from '../../option-check'
import { readRule } from '../authorization/rule-config'
import {
  DEFAULT_KEY_ALGORITHMS,
  DEFAULT_ROLES_CLAIM,
  DEFAULT_SECRET_ALGORITHMS,
  JWT_OPTION_TYPES,
  wrongAlgorithm,
  type JwtKey,
  type JwtOptions,
} from './json-web-token-options'
import type { Principal } from './principal'
import {
  BEARER_CHALLENGE,
  bearerToken,
  invalidCredential,
  type AuthenticationScheme,
} from './scheme'

const authMethod = 'jwt'

/** Seconds. */
const DEFAULT_CLOCK_TOLERANCE = 5

/** Milliseconds. */
const JWKS_TIMEOUT = 5000
const JWKS_COOLDOWN = 30_000

/**
 * Authenticates bearer tokens that are JSON Web Tokens. They need an expiry time (`exp`).
 * @throws TypeError for a wrong option
 */
export async function jsonWebTokens(jwtOptions: JwtOptions): Promise<AuthenticationScheme> {
  const options = checkedOptions('jsonWebTokens', jwtOptions, JWT_OPTION_TYPES)
  const { key, issuer, audience } = options
  const hasSecret = 'secret' in key
  const algorithms =
    options.algorithms ?? (hasSecret ? DEFAULT_SECRET_ALGORITHMS : DEFAULT_KEY_ALGORITHMS)
  const wrong = wrongAlgorithm(algorithms, hasSecret)
  if (wrong !== undefined) {
    throw new TypeError(`jsonWebTokens: algorithms: ${wrong} cannot be used with this kind of key`)
  }
  // Imported on demand, to start faster without it.
  const { createRemoteJWKSet, jwtVerify } = await import('jose')
  const checks: JWTVerifyOptions = {
    algorithms: [...algorithms],
    clockTolerance: options.clockTolerance ?? DEFAULT_CLOCK_TOLERANCE,
    // A stolen token must expire.
    requiredClaims: ['exp'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  const getKey =
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
        description: `A JSON Web Token, signed with ${algorithms.join(', ')}.`,
      },
    },
    identify: async (ctx) => {
      const token = bearerToken(ctx)
      if (token === undefined) return undefined
      const { payload } = await jwtVerify(token, getKey, checks).catch((error: unknown) => {
        throw authenticationErrorOf(error)
      })
      return principalOf(payload, options)
    },
  }
}

function constantKey(key: Exclude<JwtKey, { jwksUrl: string }>): JWTVerifyGetKey {
  const value = 'secret' in key ? Buffer.from(key.secret) : createPublicKey(key.publicKey)
  return () => value
}

/** The keys cannot be fetched, so the token cannot be verified. */
class KeysUnavailableError extends Error {}

function publishedKey(keySet: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keySet(header, token)
    } catch (cause) {
      // These two are the token's fault: no key matches it, or more than one does.
      if (
        /^ERR_JWKS_(NO|MULTIPLE)_MATCHING_KEYS?$/.test((cause as NodeJS.ErrnoException).code ?? '')
      ) {
        throw cause
      }
      throw new KeysUnavailableError('cannot fetch the public keys (JWKS)', { cause })
    }
  }
}

/** Every other error is the token's fault, including a key of another type than the token needs. */
function authenticationErrorOf(error: unknown): Error {
  if (error instanceof KeysUnavailableError) return error
  return (error as NodeJS.ErrnoException).code === 'ERR_JWT_EXPIRED'
    ? authenticationFailed(authMethod, 'the token has expired')
    : invalidCredential(authMethod, 'token')
}

function principalOf(payload: JWTPayload, options: JwtOptions): Principal {
  const { rolesClaim = DEFAULT_ROLES_CLAIM, permissionsClaim, databaseRoleClaim } = options
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
    throw invalidCredential(authMethod, 'token')
  }
}

function rolesOf(payload: JWTPayload, claim: string): string[] {
  const value = payload[claim]
  if (typeof value === 'string') return value.split(' ').filter((role) => role !== '')
  if (!Array.isArray(value)) return []
  return value.filter((role): role is string => typeof role === 'string')
}
