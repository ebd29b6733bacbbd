/** Signs JSON Web Tokens, and has the options of the schemes that verify them. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { JWTPayload } from 'jose' with { 'resolution-mode': 'import' }
import { jsonWebTokens, type JwtOptions } from '../../src'
import { bearer, clientOf, type Reply } from './authentication'

export const JWT_SECRET = 'a secret of at least thirty-two characters'
export const SECRET_KEY = Buffer.from(JWT_SECRET)
export const KEY_PAIR = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const PUBLIC_KEY = KEY_PAIR.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const COMMON = { clockTolerance: 5, rolesClaim: 'roles' }
export const BY_SECRET: JwtOptions = {
  ...{ key: { secret: JWT_SECRET }, algorithms: ['HS256'] },
  ...COMMON,
}
export const BY_PUBLIC_KEY: JwtOptions = {
  ...{ key: { publicKey: PUBLIC_KEY }, algorithms: ['ES256'] },
  ...COMMON,
}

/** Seconds since the epoch. */
export const NOW = Math.floor(Date.now() / 1000)

/** A token of the user `ada` that expires in a minute, unless the payload overrides that. */
export async function sign(
  payload: JWTPayload,
  key: KeyObject | Buffer = SECRET_KEY,
  header: { alg: string; kid?: string } = { alg: 'HS256' },
): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT({ sub: 'ada', exp: NOW + 60, ...payload }).setProtectedHeader(header).sign(key)
}

/** The reply of a new app with these options to a request with this token. */
export async function replyTo(token: string, options: JwtOptions): Promise<Reply> {
  const send = await clientOf([await jsonWebTokens(options)])
  return send(bearer(token))
}
