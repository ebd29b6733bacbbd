import { ValueError } from '../../settings/value-error'
import {
  BEARER_CHALLENGE,
  bearerToken,
  invalidCredential,
  type AuthenticationScheme,
} from './scheme'
import {
  callerOfSecret,
  findSecrets,
  hasDuplicates,
  listFormat,
  readSecrets,
  requireSecrets,
  type Secret,
} from './secrets'

const authMethod = 'bearer'

const CHARACTERS = 'a token has only letters, digits and . _ ~ + / -, and = at its end'

export const TOKENS_FORMAT = `${listFormat(['roles', 'databaseRole'])}, each name and each secret once; ${CHARACTERS}`

/** Reads a list of secrets that can all be sent as bearer tokens. */
export function readTokens(list: unknown): Secret[] {
  const secrets = readSecrets(list)
  const flaw = flawOfTokens(secrets)
  if (flaw !== undefined) throw new ValueError('tokens', TOKENS_FORMAT, flaw)
  return secrets
}

/** Finds a token that no request can carry, or that two callers share: it would lock its bearer out. */
function flawOfTokens(secrets: readonly Secret[]): string | undefined {
  const wrong = secrets.find(({ isKeyOnly }) => isKeyOnly)
  if (wrong) return `the secret of ${wrong.name} has a character that no bearer token can have`
  // The operator would rely on the user, but requests with a token do not send one.
  const withUser = secrets.find(({ user }) => user !== undefined)
  if (withUser) return `${withUser.name}: only an API key has a user`
  return hasDuplicates(secrets) ? 'two callers have the same secret' : undefined
}

/**
 * Authenticates bearer tokens from a list.
 * @param tokens the result of `readSecrets`
 * @throws TypeError for a secret with a character that no bearer token can have, with a user, or of two callers, and
 *   for another value than such a result
 */
export function bearerTokens(tokens: readonly Secret[]): AuthenticationScheme {
  requireSecrets('bearerTokens', tokens)
  const flaw = flawOfTokens(tokens)
  if (flaw !== undefined) throw new TypeError(`bearerTokens: ${flaw}`)
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
      const [secret] = findSecrets(tokens, presented)
      if (!secret) return Promise.reject(invalidCredential(authMethod, 'token'))
      return Promise.resolve({ authMethod, ...callerOfSecret(secret) })
    },
  }
}
