/** Authentication by JSON Web Tokens (RFC 7519). */
import type { JWTPayload } from 'jose' with {
  'resolution-mode': 'import',
}
import { authenticationFailed, type ApiError } from '../../core/errors'
import { errorCode } from '../../error-code'
import { checkedOptions } from '../../settings/option-check'
import type { Rule } from '../../core/permission'
import { readRule } from '../authorization/rule-config'
import {
  DEFAULT_KEY_ALGORITHMS,
  DEFAULT_ROLES_CLAIM,
  DEFAULT_SECRET_ALGORITHMS,
  JWT_OPTION_TYPES,
  wrongAlgorithm,
  type JwtOptions,
} from './json-web-token-options'
import { KeysUnavailableError } from './key-set'
import type { Principal } from './principal'
import {
  BEARER_CHALLENGE,
  bearerToken,
  invalidCredential,
  type AuthenticationScheme,
} from './scheme'
import { createVerifier } from './token-verifier'

const authMethod = 'jwt'

/**
 * Authenticates bearer tokens that are JSON Web Tokens. They need an expiry time (`exp`).
 * @throws TypeError for a wrong option
 */
export async function jsonWebTokens(jwtOptions: JwtOptions): Promise<AuthenticationScheme> {
  const options = checkedOptions('jsonWebTokens', jwtOptions, JWT_OPTION_TYPES)
  const hasSecret = 'secret' in options.key
  const algorithms =
    options.algorithms ?? (hasSecret ? DEFAULT_SECRET_ALGORITHMS : DEFAULT_KEY_ALGORITHMS)
  const wrong = wrongAlgorithm(algorithms, options.key)
  if (wrong !== undefined) {
    throw new TypeError(`jsonWebTokens: algorithms: ${wrong} cannot be used with this kind of key`)
  }
  const verify = await createVerifier(options, algorithms)
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
      const payload = await verify(token).catch((error: unknown) => {
        throw authenticationErrorOf(error)
      })
      return principalOf(payload, options)
    },
  }
}

/** Any error other than unavailable keys means that the token is not valid, also if it needs a key of another type. */
function authenticationErrorOf(error: unknown): Error {
  if (error instanceof KeysUnavailableError) return error
  const code = errorCode(error)
  if (code === 'ERR_JWT_EXPIRED') return authenticationFailed(authMethod, 'the token has expired')
  // Its message quotes a name from the token, which can be any text.
  const isQuoting = code === 'ERR_JOSE_NOT_SUPPORTED'
  const cause = isQuoting
    ? new Error('the token needs an extension or an algorithm that is not supported')
    : error
  return invalidCredential(authMethod, 'token', { cause })
}

function principalOf(payload: JWTPayload, options: JwtOptions): Principal {
  // https://www.rfc-editor.org/rfc/rfc7519#section-4.1.2: a subject is a text, but jose does not check it.
  const subject: unknown = payload.sub ?? ''
  if (typeof subject !== 'string') throw invalidClaim('sub')
  const { rolesClaim = DEFAULT_ROLES_CLAIM, permissionsClaim, databaseRoleClaim } = options
  const roles = rolesOf(payload, rolesClaim)
  const written = permissionsClaim === undefined ? undefined : payload[permissionsClaim]
  const rule = written === undefined ? undefined : ruleOf(written, permissionsClaim)
  const role = databaseRoleClaim === undefined ? undefined : payload[databaseRoleClaim]
  // Without a role, statements would run with the default one, which may read more.
  if (role !== undefined && typeof role !== 'string') throw invalidClaim(databaseRoleClaim)
  return {
    authMethod,
    name: subject,
    roles,
    claims: payload,
    ...(rule && { rule }),
    ...(role !== undefined && { databaseRole: role }),
  }
}

function ruleOf(claim: unknown, name: string | undefined): Rule {
  try {
    return readRule(claim)
  } catch {
    throw invalidClaim(name)
  }
}

function invalidClaim(name: string | undefined): ApiError {
  const cause = new Error(`the claim "${name}" has a wrong type or form`)
  return invalidCredential(authMethod, 'token', { cause })
}

function rolesOf(payload: JWTPayload, claim: string): string[] {
  const value = payload[claim]
  if (typeof value === 'string') return value.split(' ').filter((role) => role !== '')
  if (!Array.isArray(value)) return []
  return value.filter((role): role is string => typeof role === 'string')
}
