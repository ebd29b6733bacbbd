/** Configured secrets: bearer tokens and API keys, in plain text or as SHA-256 hashes. */
import { hash, timingSafeEqual } from 'node:crypto'
import Joi from 'joi'
import { readJson } from '../../settings/json-setting'
import { flawIn, ValueError } from '../../settings/value-error'
import type { Principal } from './principal'
import { BEARER_TOKEN } from './scheme'

/** A bearer token or an API key of a caller, as `readSecrets` reads it. */
export interface Secret {
  /** Name of the caller. */
  readonly name: string
  /** The roles of the caller. */
  readonly roles: readonly string[]
  /** SHA-256. Secrets are long and random, so a slow hash would add no protection. */
  readonly digest: Buffer
  /** Required value of the user header. */
  readonly user?: string
  /** The database role that runs the caller's statements. */
  readonly databaseRole?: string
  /** Whether it has a character that no bearer token can have. */
  readonly isKeyOnly?: boolean
}

interface SecretConfig extends Omit<Secret, 'digest' | 'isKeyOnly'> {
  readonly secret?: string
  readonly sha256?: string
}

const IS_BEARER_TOKEN = new RegExp(`^${BEARER_TOKEN}$`)

/**
 * A user that a header can have as its value. Node.js takes each byte of a header for a character, and removes blanks
 * at the ends. https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
const HEADER_VALUE = /^(?![\t ])[\t\x20-\x7e\x80-\xff]+(?<![\t ])$/

/** Shorter secrets can be guessed. */
const MIN_LENGTH = 16

const SECRET_SCHEMA = Joi.object({
  name: Joi.string().required(),
  secret: Joi.string()
    .pattern(/^[\x21-\x7e]+$/)
    .min(MIN_LENGTH),
  sha256: Joi.string().hex().length(64),
  roles: Joi.array().items(Joi.string()).default([]),
  user: Joi.string().pattern(HEADER_VALUE, 'the value of a header'),
  databaseRole: Joi.string(),
}).xor('secret', 'sha256')

const SECRETS_SCHEMA = Joi.array<SecretConfig[]>()
  .items(SECRET_SCHEMA)
  .min(1)
  .unique('name')
  .required()

/** @param optional the optional properties of a secret */
export function listFormat(optional: readonly string[]): string {
  const properties = optional.map((name) => `"${name}"`).join(', ')
  return `a list of {"name", "secret" of at least ${MIN_LENGTH} visible ASCII characters or "sha256", ${properties}}`
}

export const SECRETS_FORMAT = `${listFormat(['roles', 'user', 'databaseRole'])}, each name once, and each secret once for a user`

/**
 * Reads a list of secrets.
 * @param list the list, or its JSON text
 * @throws TypeError with the expected format and the wrong part, without its content
 */
export function readSecrets(list: unknown): Secret[] {
  const { value, flaw } = readJson(list)
  if (flaw !== undefined) throw new ValueError('secrets', SECRETS_FORMAT, flaw)
  const result = SECRETS_SCHEMA.validate(value)
  if (result.error) throw new ValueError('secrets', SECRETS_FORMAT, flawIn(result.error))
  const secrets = result.value.map(secretOf)
  if (hasDuplicates(secrets, ({ user }) => user))
    throw new ValueError('secrets', SECRETS_FORMAT, 'two of them have the same secret')
  return secrets
}

function secretOf({ secret, sha256, ...rest }: SecretConfig): Secret {
  if (secret === undefined) return { ...rest, digest: Buffer.from(sha256 ?? '', 'hex') }
  const isKeyOnly = !IS_BEARER_TOKEN.test(secret)
  return { ...rest, digest: digestOf(secret), ...(isKeyOnly && { isKeyOnly }) }
}

/** @throws TypeError if a program passes something else than a result of `readSecrets` */
export function requireSecrets(caller: string, secrets: unknown): void {
  const isRead = Array.isArray(secrets) && secrets.every(isSecret)
  if (!isRead) throw new TypeError(`${caller} needs a result of readSecrets()`)
}

function isSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, roles, digest }: { name?: unknown; roles?: unknown; digest?: unknown } = value
  return typeof name === 'string' && Array.isArray(roles) && Buffer.isBuffer(digest)
}

/** Whether a request with one of the secrets could be from several callers. */
export function hasDuplicates(
  secrets: readonly Secret[],
  userOf: (secret: Secret) => string | undefined = () => undefined,
): boolean {
  const keys = secrets.map((secret) => `${secret.digest.toString('hex')} ${userOf(secret) ?? ''}`)
  return new Set(keys).size < keys.length
}

/**
 * The secrets that equal the presented one. Compares every secret in constant time, so that the time
 * does not depend on the match.
 */
export function findSecrets(secrets: readonly Secret[], presented: string): Secret[] {
  const digest = digestOf(presented)
  return secrets.filter((secret) => timingSafeEqual(secret.digest, digest))
}

/** The caller that a secret belongs to. */
export function callerOfSecret({
  name,
  roles,
  databaseRole,
}: Secret): Pick<Principal, 'name' | 'roles' | 'databaseRole'> {
  return { name, roles, ...(databaseRole !== undefined && { databaseRole }) }
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
