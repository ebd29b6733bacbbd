/** Verifies JSON Web Tokens with jose: first the signature, then time, issuer and audience. */
import type { errors, JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose' with {
  'resolution-mode': 'import',
}
import { monotonicClock } from '../../clock'
import { errorCode } from '../../error-code'
import type { JwtOptions } from './json-web-token-options'
import { keySetOf } from './key-set'

/** Seconds. */
const DEFAULT_CLOCK_TOLERANCE = 5

/** Verifies a token by one key. */
type PayloadOf = (token: string, by: JWTVerifyGetKey) => Promise<JWTPayload>

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
  const { jwtVerify } = await import('jose')
  const checks: JWTVerifyOptions = {
    algorithms: [...algorithms],
    clockTolerance: options.clockTolerance ?? DEFAULT_CLOCK_TOLERANCE,
    // A stolen token must expire.
    requiredClaims: ['exp'],
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  }
  const keySet = await keySetOf(key, now)
  const payloadOf: PayloadOf = async (token, by) => (await jwtVerify(token, by, checks)).payload
  return async (token) => {
    try {
      return await verify(token, keySet.keyOf, payloadOf)
    } catch (error) {
      const matchesNoKey = isWrongSignature(error) || matchesSeveralKeys(error)
      // The keys may have been replaced. jose fetches them itself only for a token that names an unknown key.
      if (!matchesNoKey || !(await keySet.refresh())) throw error
      return verify(token, keySet.keyOf, payloadOf)
    }
  }
}

async function verify(
  token: string,
  keyOf: JWTVerifyGetKey,
  payloadOf: PayloadOf,
): Promise<JWTPayload> {
  try {
    return await payloadOf(token, keyOf)
  } catch (error) {
    if (matchesSeveralKeys(error)) return payloadByAny(token, error, payloadOf)
    throw error
  }
}

/** Tries each key: a token need not name its own. https://www.rfc-editor.org/rfc/rfc7515#section-4.1.4 */
async function payloadByAny(
  token: string,
  matching: errors.JWKSMultipleMatchingKeys,
  payloadOf: PayloadOf,
): Promise<JWTPayload> {
  let failure: Error = matching
  for await (const key of matching) {
    try {
      return await payloadOf(token, () => key)
    } catch (reason) {
      // Every other failure, such as an expired token, is reported only after the signature is verified.
      if (!isWrongSignature(reason)) failure = reason as Error
    }
  }
  throw failure
}

function matchesSeveralKeys(error: unknown): error is errors.JWKSMultipleMatchingKeys {
  return errorCode(error) === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS'
}

function isWrongSignature(error: unknown): boolean {
  return errorCode(error) === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'
}
