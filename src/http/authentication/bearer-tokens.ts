import {
  BEARER_CHALLENGE,
  bearerToken,
  invalidCredential,
  type AuthenticationScheme,
} from './scheme'
import {
  callerOfSecret,
  findSecrets,
  hasEqual,
  listFormat,
  readSecrets,
  type Secret,
} from './secrets'

const authMethod = 'bearer'

const CHARACTERS = 'a token has only letters, digits and . _ ~ + / -, and = at its end'

export const TOKENS_FORMAT = `${listFormat(['roles', 'databaseRole'])}, each name and each secret once; ${CHARACTERS}`

/** Reads a list of secrets that can all be sent as bearer tokens. */
export function readTokens(list: unknown): Secret[] {
  const secrets = readSecrets(list)
  checkTokens(secrets)
  return secrets
}

/** A token that no request can carry, or that is another caller's too, would lock its bearer out. */
function checkTokens(secrets: readonly Secret[]): void {
  const wrong = secrets.find(({ isKeyOnly }) => isKeyOnly)
  if (wrong) throw new TypeError(`bearerTokens: the secret of ${wrong.name}: ${CHARACTERS}`)
  // The operator would rely on a user that no request with a token has to send.
  const withUser = secrets.find(({ user }) => user !== undefined)
  if (withUser) throw new TypeError(`bearerTokens: ${withUser.name}: only an API key has a user`)
  if (hasEqual(secrets)) throw new TypeError('bearerTokens: two callers have the same secret')
}

/**
 * Authenticates bearer tokens from a list.
 * @param tokens the result of `readSecrets`
 * @throws TypeError for a secret with a character that no bearer token can have, with a user, or of two callers
 */
export function bearerTokens(tokens: readonly Secret[]): AuthenticationScheme {
  checkTokens(tokens)
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
