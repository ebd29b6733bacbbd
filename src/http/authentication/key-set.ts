/** The keys that verify JSON Web Tokens: a constant one, or those at a URL, which jose fetches and caches. */
import { createPublicKey } from 'node:crypto'
import type { FetchImplementation, JSONWebKeySet, JWTVerifyGetKey, RemoteJWKSet } from 'jose' with {
  'resolution-mode': 'import',
}
import { errorCode } from '../../error-code'
import type { JwtKey } from './json-web-token-options'
import { fetchKeySet, JWKS_TIMEOUT } from './published-keys'

/** Milliseconds. */
const JWKS_COOLDOWN = 30_000

/** Milliseconds between a failed fetch and the next one. Without this pause, every token would cause a fetch. */
const JWKS_RETRY_DELAY = 2000

interface KeySet {
  readonly keyOf: JWTVerifyGetKey
  /**
   * Fetches the keys again, except shortly after another fetch: anybody can send tokens that no key verifies.
   * @returns whether it has fetched them
   */
  refresh(): Promise<boolean>
}

/** The keys cannot be fetched, so the token cannot be verified. */
export class KeysUnavailableError extends Error {}

interface LastFetch {
  /** Time of day of the last keys, in milliseconds. */
  at: number
}

/** @param now a clock that never goes back, in milliseconds */
export async function keySetOf(key: JwtKey, now: () => number): Promise<KeySet> {
  if (!('jwksUrl' in key)) {
    const value = 'secret' in key ? Buffer.from(key.secret) : createPublicKey(key.publicKey)
    return { keyOf: () => value, refresh: () => Promise.resolve(false) }
  }
  // Imported on demand, to start faster without it.
  const { createLocalJWKSet, createRemoteJWKSet, customFetch } = await import('jose')
  const fetched = { at: 0 }
  const keySet = createRemoteJWKSet(new URL(key.jwksUrl), {
    timeoutDuration: JWKS_TIMEOUT,
    cooldownDuration: key.cooldown ?? JWKS_COOLDOWN,
    [customFetch]: fetchWithPauses(createLocalJWKSet, fetched, now),
  })
  return publishedKeys(keySet, fetched)
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
