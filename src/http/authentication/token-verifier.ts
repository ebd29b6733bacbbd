/** Verifies JSON Web Tokens with jose: first the signature, then time, issuer and audience. */
import { createPublicKey } from 'node:crypto'
import type {
  errors,
  FetchImplementation,
  JSONWebKeySet,
  JWTPayload,
  JWTVerifyGetKey,
  JWTVerifyOptions,
  RemoteJWKSet,
} from 'jose' with {
  'resolution-mode': 'import',
}
import { monotonicClock } from '../../clock'
import { errorCode } from '../../error-code'
import type { JwtKey, JwtOptions } from './json-web-token-options'
import { fetchKeySet, JWKS_TIMEOUT } from './published-keys'

/** Seconds. */
const DEFAULT_CLOCK_TOLERANCE = 5

/** Milliseconds. */
const JWKS_COOLDOWN = 30_000

/** Milliseconds between a failed fetch and the next one. Without this pause, every token would cause a fetch. */
const JWKS_RETRY_DELAY = 2000

/**
 * @param now a clock that never goes back, in milliseconds
 * @returns a function that resolves to the claims of a token, and rejects one that is not valid
 */
export async function createVerifier(
  options: JwtOptions,
  algorithms: readonly string[],
  now = monotonicClock,
): Promise<(token: string) => Promise<JWTPayload>> {
  const { key, issuer, audience } = options
  // Imported on demand, to start faster without it.
  const { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify } =
    await import('jose')
  const { JWKSMultipleMatchingKeys, JWSSignatureVerificationFailed } = errors
  const checks: JWTVerifyOptions = {
    algorithms: [...algorithms],
    clockTolerance: options.clockTolerance ?? DEFAULT_CLOCK_TOLERANCE,
    // A stolen token must expire.
    requiredClaims: ['exp'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  const fetched = { at: 0 }
  const keySet =
    'jwksUrl' in key
      ? publishedKeys(
          createRemoteJWKSet(new URL(key.jwksUrl), {
            timeoutDuration: JWKS_TIMEOUT,
            cooldownDuration: key.cooldown ?? JWKS_COOLDOWN,
            [customFetch]: fetchWithPauses(createLocalJWKSet, fetched, now),
          }),
          fetched,
        )
      : constantKey(key)
  const payloadOf = async (token: string, by: JWTVerifyGetKey): Promise<JWTPayload> =>
    (await jwtVerify(token, by, checks)).payload

  /** Tries each key: a token need not name its own. https://www.rfc-editor.org/rfc/rfc7515#section-4.1.4 */
  const payloadByAny = async (
    token: string,
    matching: errors.JWKSMultipleMatchingKeys,
  ): Promise<JWTPayload> => {
    let failure: Error = matching
    for await (const key of matching) {
      try {
        return await payloadOf(token, () => key)
      } catch (reason) {
        // Every other failure, such as an expired token, is reported only after the signature is verified.
        if (!(reason instanceof JWSSignatureVerificationFailed)) failure = reason as Error
      }
    }
    throw failure
  }

  const verify = async (token: string): Promise<JWTPayload> => {
    try {
      return await payloadOf(token, keySet.keyOf)
    } catch (error) {
      if (error instanceof JWKSMultipleMatchingKeys) return payloadByAny(token, error)
      throw error
    }
  }

  return async (token) => {
    try {
      return await verify(token)
    } catch (error) {
      const matchesNoKey =
        error instanceof JWSSignatureVerificationFailed || error instanceof JWKSMultipleMatchingKeys
      // The keys may have been replaced. jose fetches them itself only for a token that names an unknown key.
      if (!matchesNoKey || !(await keySet.refresh())) throw error
      return verify(token)
    }
  }
}

interface LastFetch {
  /** Time of day of the last keys, in milliseconds. */
  at: number
}

interface KeySet {
  readonly keyOf: JWTVerifyGetKey
  /**
   * Fetches the keys again, except shortly after another fetch: anybody can send tokens that no key verifies.
   * @returns whether it has fetched them
   */
  refresh(): Promise<boolean>
}

/**
 * Makes a `fetch` that fails with the same error for some time after a failure.
 * @param checkKeySet throws if its argument is no key set
 */
function fetchWithPauses(
  checkKeySet: (json: JSONWebKeySet) => unknown,
  fetched: LastFetch,
  now: () => number,
): FetchImplementation {
  let failure: unknown
  let pausedUntil = -Infinity
  return async (url, options) => {
    if (now() < pausedUntil) throw failure
    try {
      const text = await fetchKeySet(url, options, checkKeySet)
      fetched.at = Date.now()
      return new Response(text)
    } catch (error) {
      failure = error
      pausedUntil = now() + JWKS_RETRY_DELAY
      throw error
    }
  }
}

function constantKey(key: Exclude<JwtKey, { jwksUrl: string }>): KeySet {
  const value = 'secret' in key ? Buffer.from(key.secret) : createPublicKey(key.publicKey)
  return { keyOf: () => value, refresh: () => Promise.resolve(false) }
}

/** The keys cannot be fetched, so the token cannot be verified. */
export class KeysUnavailableError extends Error {}

function publishedKeys(keySet: RemoteJWKSet, fetched: LastFetch): KeySet {
  const reload = (): Promise<void> =>
    keySet.reload().catch((cause: unknown) => {
      throw unavailable(cause)
    })
  // jose compares times of day: after the clock is set back, it waits until the old time has passed.
  const isClockSetBack = (): boolean => Date.now() < fetched.at
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keySet(header, token)
    } catch (cause) {
      // No key matches the token, or more than one does: the keys are available.
      const code = errorCode(cause)
      if (!/^ERR_JWKS_(NO|MULTIPLE)_MATCHING_KEYS?$/.test(code)) throw unavailable(cause)
      if (code !== 'ERR_JWKS_NO_MATCHING_KEY' || !isClockSetBack()) throw cause
      await reload()
      return keyOf(header, token)
    }
  }
  return {
    keyOf,
    refresh: async () => {
      if (keySet.coolingDown && !isClockSetBack()) return false
      await reload()
      return true
    },
  }
}

function unavailable(cause: unknown): KeysUnavailableError {
  return new KeysUnavailableError('cannot fetch the public keys (JWKS)', { cause })
}
