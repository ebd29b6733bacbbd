/** Secrets that callers are known by: tokens and keys, each written down as it is or as its hash. */
import { createHash, timingSafeEqual } from 'node:crypto'
import Joi from 'joi'
import { fromJsonText } from '../../setting-type'
import type { Principal } from './principal'

export interface Secret {
  /** Of the caller. */
  readonly name: string
  readonly roles: readonly string[]
  /** SHA-256. A secret is long and random, so that a slow hash would only cost time. */
  readonly digest: Buffer
  /** What the header for the user must say besides. */
  readonly user?: string
  /** The role of the database that the caller's requests run by. */
  readonly databaseRole?: string
}

interface WrittenSecret extends Omit<Secret, 'digest'> {
  readonly secret?: string
  readonly sha256?: string
}

/** Shorter secrets could be guessed. */
const SHORTEST = 16

const writtenSecret = Joi.object({
  name: Joi.string().required(),
  secret: Joi.string()
    .pattern(/^[\x21-\x7e]+$/)
    .min(SHORTEST),
  sha256: Joi.string().hex().length(64),
  roles: Joi.array().items(Joi.string()).default([]),
  user: Joi.string(),
  databaseRole: Joi.string(),
}).xor('secret', 'sha256')

const writtenSecrets = Joi.array().items(writtenSecret).min(1).unique('name').required()

export const SECRET_LIST =
  'a list of {"name", "secret" of at least 16 characters or "sha256", "roles", "user", "databaseRole"}, each name once'

/**
 * @param list as written, or its JSON text
 * @throws Error that says what it must be, and nothing of what it is
 */
export function readSecrets(list: unknown): Secret[] {
  const result = writtenSecrets.validate(fromJsonText(list))
  if (result.error) throw new Error(`secrets must be ${SECRET_LIST}`)
  return (result.value as WrittenSecret[]).map(({ secret, sha256, ...rest }) => ({
    ...rest,
    digest: secret === undefined ? Buffer.from(sha256 ?? '', 'hex') : digestOf(secret),
  }))
}

/** Takes as long whether or not there is one, and wherever it stands. */
export function findSecret(secrets: readonly Secret[], presented: string): Secret | undefined {
  const digest = digestOf(presented)
  let found: Secret | undefined
  for (const secret of secrets) if (timingSafeEqual(secret.digest, digest)) found = secret
  return found
}

/** What is known of the caller by its secret. */
export function callerOf({
  name,
  roles,
  databaseRole,
}: Secret): Pick<Principal, 'name' | 'roles' | 'databaseRole'> {
  return { name, roles, ...(databaseRole !== undefined && { databaseRole }) }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
