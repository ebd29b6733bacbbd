/** Fetches the public keys (JWKS) that verify JSON Web Tokens. */
import type { JSONWebKeySet } from 'jose' with {
  'resolution-mode': 'import',
}
import { fetchFailure } from '../../fetch-failure'
import { StartError } from '../../start-error'

/** Milliseconds. */
export const JWKS_TIMEOUT = 5000

/** The server has responded with something else than keys. */
class KeySetError extends Error {}

/**
 * Reads the whole response: one that breaks off, or is another document, e.g. a page about maintenance, is a
 * failure too.
 * @param checkKeySet throws if its argument is no key set
 * @returns the text of the key set
 */
export async function fetchKeySet(
  url: string,
  options: RequestInit,
  checkKeySet: (json: JSONWebKeySet) => unknown,
): Promise<string> {
  const response = await fetch(url, options)
  if (response.status !== 200)
    throw new KeySetError(`the server of the keys responds ${response.status}`)
  const text = await response.text()
  try {
    checkKeySet(JSON.parse(text) as JSONWebKeySet)
    return text
  } catch (cause) {
    throw new KeySetError('the response is not a key set (JWKS)', { cause })
  }
}

/**
 * Fetches the keys once, as the program does for the first token.
 * @throws StartError with the reason why the keys cannot be fetched, or if there are none
 */
export async function countPublishedKeys(jwksUrl: string, timeout = JWKS_TIMEOUT): Promise<number> {
  // Imported on demand, to start faster without it.
  const { createLocalJWKSet } = await import('jose')
  const signal = AbortSignal.timeout(timeout)
  // Without the query, which may have a secret.
  const [address = ''] = jwksUrl.split(/[?#]/)
  let text: string
  try {
    text = await fetchKeySet(jwksUrl, { signal, redirect: 'manual' }, createLocalJWKSet)
  } catch (cause) {
    const reason = cause instanceof KeySetError ? cause.message : undefined
    const flaw = signal.aborted ? `no response within ${timeout} ms` : reason
    const failure = flaw === undefined ? fetchFailure(address, cause) : `${address}: ${flaw}`
    throw new StartError(`jwksUrl: ${failure}`, { cause })
  }
  const { length } = (JSON.parse(text) as JSONWebKeySet).keys
  if (length === 0) throw new StartError(`jwksUrl: ${address}: there are no keys`)
  return length
}
