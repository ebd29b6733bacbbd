/** The options of `jsonWebTokens`. */
import { createPublicKey } from 'node:crypto'
import Joi from 'joi'
import { isLoopback } from '../../host-name'
import { required, type OptionType, type OptionTypes } from '../../settings/option-check'
import { list, text } from '../../settings/setting-type'

/** Neither list contains `none`, because anybody can write an unsigned token. */
const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const
const KEY_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

export const DEFAULT_SECRET_ALGORITHMS = ['HS256']
export const DEFAULT_KEY_ALGORITHMS = ['RS256', 'ES256', 'EdDSA']
export const DEFAULT_ROLES_CLAIM = 'roles'

/** What verifies the signature of a token: a secret, a public key, or the keys at a URL. */
export type JwtKey =
  | {
      /** A shared secret of at least 32 characters. */
      readonly secret: string
    }
  | {
      /** PEM text of a public key or a certificate, without a private key. */
      readonly publicKey: string
    }
  | {
      /** URL of a JWKS. The keys are cached for ten minutes, and fetched again if none verifies a token. */
      readonly jwksUrl: string
      /**
       * If no key verifies a token, the keys are fetched again, but not within this many milliseconds of the last
       * fetch; default: 30,000.
       */
      readonly cooldown?: number
    }

/** Options of `jsonWebTokens`. */
export interface JwtOptions {
  /** What verifies the signature. */
  readonly key: JwtKey
  /**
   * Accepted signature algorithms, whatever the token claims; default: HS256 with a secret, RS256, ES256
   * and EdDSA with public keys.
   */
  readonly algorithms?: readonly string[] | undefined
  /** Required issuer (`iss`); default: any. */
  readonly issuer?: string | undefined
  /** Required audience (`aud`); default: any. */
  readonly audience?: string | undefined
  /** Seconds that clocks may differ; default: 5. */
  readonly clockTolerance?: number
  /** Claim with the caller's roles: a list, or names separated by spaces; default: `roles`. */
  readonly rolesClaim?: string
  /** Claim with an additional rule for the caller; default: none. Has an effect only with `permissionOf`. */
  readonly permissionsClaim?: string | undefined
  /** Claim with the database role that runs the caller's statements; default: none. */
  readonly databaseRoleClaim?: string | undefined
}

/** At least as long as the hash of HS256: https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
export const JWT_SECRET = text('text of at least 32 characters', Joi.string().min(32))

export const JWT_PUBLIC_KEY = text(
  'a public key or a certificate as PEM text, without a private key',
  Joi.string()
    // `createPublicKey` derives the public key from a private one, which signs tokens and is a secret.
    .pattern(/PRIVATE KEY-----/, { invert: true })
    .custom((pem: string) => (createPublicKey(pem), pem)),
)

export const JWKS_URL = text(
  'an https:// URL without a password, or an http:// URL of this machine',
  Joi.string()
    .pattern(/^https?:\/\//)
    .custom(checkedKeysUrl),
)

const algorithms = [...SECRET_ALGORITHMS, ...KEY_ALGORITHMS]

export const JWT_ALGORITHMS = list(
  `a list of ${algorithms.join(', ')}`,
  Joi.array()
    .items(Joi.string().valid(...algorithms))
    .min(1),
)

export const CLAIM = text('the name of a claim')

const KEY: OptionType = {
  schema: Joi.object({
    secret: JWT_SECRET.schema,
    publicKey: JWT_PUBLIC_KEY.schema,
    jwksUrl: JWKS_URL.schema,
    cooldown: Joi.number().min(0),
  })
    .xor('secret', 'publicKey', 'jwksUrl')
    .with('cooldown', 'jwksUrl'),
  allowed:
    `an object with one of secret (${JWT_SECRET.allowed}), publicKey (${JWT_PUBLIC_KEY.allowed}) ` +
    `and jwksUrl (${JWKS_URL.allowed})`,
}

export const JWT_OPTION_TYPES: OptionTypes<JwtOptions> = {
  key: required(KEY),
  algorithms: JWT_ALGORITHMS,
  issuer: text('text'),
  audience: text('text'),
  clockTolerance: { schema: Joi.number().min(0), allowed: 'a number of seconds from 0' },
  rolesClaim: CLAIM,
  permissionsClaim: CLAIM,
  databaseRoleClaim: CLAIM,
}

/** By the type of a public key: https://www.rfc-editor.org/rfc/rfc7518#section-3.1 */
const ALGORITHMS_OF_KEY: Readonly<Record<string, RegExp>> = {
  rsa: /^[RP]S/,
  'rsa-pss': /^PS/,
  ec: /^ES/,
  ed25519: /^Ed/,
}

/**
 * The first algorithm that this kind of key cannot have. If the public key fits none of them, the first one; else
 * `undefined`.
 */
export function wrongAlgorithm(
  algorithms: readonly string[],
  {
    secret,
    publicKey,
  }: { readonly [Name in 'secret' | 'publicKey' | 'jwksUrl']?: string | undefined },
): string | undefined {
  // A public key used as a shared secret would let anybody sign tokens.
  const allowed: readonly string[] = secret === undefined ? KEY_ALGORITHMS : SECRET_ALGORITHMS
  const wrong = algorithms.find((algorithm) => !allowed.includes(algorithm))
  if (wrong !== undefined || publicKey === undefined) return wrong
  const usable = ALGORITHMS_OF_KEY[createPublicKey(publicKey).asymmetricKeyType ?? '']
  return algorithms.some((algorithm) => usable?.test(algorithm)) ? undefined : algorithms[0]
}

function checkedKeysUrl(address: string): string {
  const { protocol, hostname, username, password } = new URL(address)
  // Without encryption, anybody on the way could replace the keys.
  if (protocol === 'http:' && !isLoopback(hostname)) throw new Error('no encryption')
  // `fetch` refuses a URL with credentials, and its error would show them.
  if (username + password !== '') throw new Error('credentials')
  return address
}
