import type { JWTPayload } from 'jose' with { 'resolution-mode': 'import' }
import { accepted, rejected, stopServers } from '../support/authentication'
import {
  BY_PUBLIC_KEY,
  BY_SECRET,
  JWT_SECRET,
  KEY_PAIR,
  NOW,
  PUBLIC_KEY,
  replyTo,
  SECRET_KEY,
  sign,
} from '../support/json-web-tokens'

afterEach(stopServers)

const INVALID = rejected('jwt', 'the token is not valid')
const OTHER_KEY = Buffer.from(JWT_SECRET.toUpperCase())

const unsigned = async (payload: JWTPayload): Promise<string> => {
  const { UnsecuredJWT } = await import('jose')
  return new UnsecuredJWT(payload).encode()
}

it('verifies the signature by a shared secret or a public key', async () => {
  expect(await replyTo(await sign({}), BY_SECRET)).toMatchObject(accepted('jwt', 'ada'))
  const token = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256' })
  expect(await replyTo(token, BY_PUBLIC_KEY)).toMatchObject(accepted('jwt', 'ada'))
})

it.each([
  [{ roles: ['a', 'b', 3] }, ['a', 'b']],
  [{ roles: 'a  b' }, ['a', 'b']],
  [{ roles: { a: true } }, []],
  [{}, []],
])('reads roles from the claims %j', async (payload, roles) => {
  const reply = await replyTo(await sign(payload), BY_SECRET)
  expect(reply).toMatchObject(accepted('jwt', 'ada', roles))
})

it.each([1, ['ada'], { name: 'ada' }, null])(
  'rejects the subject %j, which is not a text',
  async (sub) => {
    const payload = { sub } as unknown as Parameters<typeof sign>[0]
    const reply = await replyTo(await sign(payload), BY_SECRET)
    expect(reply).toMatchObject(sub === null ? { status: 200 } : INVALID)
  },
)

it('reads the permission rule from its claim, and rejects a rule that is not valid', async () => {
  const options = { ...BY_SECRET, permissionsClaim: 'tables' }
  const valid = await replyTo(await sign({ tables: { allow: ['orders'] } }), options)
  expect(valid).toMatchObject({
    status: 200,
    principal: { rule: { allow: [{ table: /^orders$/s, columns: [/^.*$/s] }], deny: [] } },
  })
  expect(await replyTo(await sign({ tables: { allow: 1 } }), options)).toMatchObject(INVALID)
})

it('reads roles and the database role from the claims of the options', async () => {
  const options = { ...BY_SECRET, rolesClaim: 'groups', databaseRoleClaim: 'db' }
  const reply = await replyTo(await sign({ groups: ['a'], roles: ['b'], db: 'web' }), options)
  expect(reply).toMatchObject({ status: 200, principal: { roles: ['a'], databaseRole: 'web' } })
})

it.each([[['web']], [1], [{ name: 'web' }], [null]])(
  'refuses a database role that is no text: %j, because the default role may read more',
  async (db) => {
    const options = { ...BY_SECRET, databaseRoleClaim: 'db' }
    expect(await replyTo(await sign({ db }), options)).toMatchObject(INVALID)
  },
)

it('accepts the usual algorithm of the key by default', async () => {
  const token = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256' })
  expect(await replyTo(token, { key: { publicKey: PUBLIC_KEY } })).toMatchObject({ status: 200 })
  const secret = { key: { secret: JWT_SECRET } }
  expect(await replyTo(await sign({}), secret)).toMatchObject({ status: 200 })
  const other = await sign({}, SECRET_KEY, { alg: 'HS512' })
  expect(await replyTo(other, secret)).toMatchObject(INVALID)
})

it('reads no rule without a configured claim', async () => {
  const { principal } = await replyTo(await sign({ '': { allow: ['*'] } }), BY_SECRET)
  const claims = expect.anything() as unknown
  expect(principal).toEqual({ authMethod: 'jwt', name: 'ada', roles: [], claims })
})

it('accepts an expired token within the clock tolerance only', async () => {
  const now = Math.floor(Date.now() / 1000)
  expect(await replyTo(await sign({ exp: now - 1 }), BY_SECRET)).toMatchObject({ status: 200 })
  const late = await replyTo(await sign({ exp: NOW - 60 }), BY_SECRET)
  expect(late).toMatchObject(rejected('jwt', 'the token has expired'))
})

it.each([
  ['a signature by another secret', () => sign({}, OTHER_KEY)],
  ['a signature by another secret and an expiry in the past', () => sign({ exp: 1 }, OTHER_KEY)],
  ['an algorithm that is not allowed', () => sign({}, SECRET_KEY, { alg: 'HS512' })],
  ['no signature', () => unsigned({ sub: 'ada', exp: NOW + 60 })],
  ['no expiry', () => sign({ exp: undefined })],
  ['a start in the future', () => sign({ nbf: NOW + 60 })],
  ['a wrong format', () => Promise.resolve('not-a-token')],
  ['a changed payload', async () => (await sign({})).replace(/\.([^.]+)\./, '.e30.')],
  [
    'a changed signature',
    async () => (await sign({})).replace(/.$/, (c) => (c === 'A' ? 'B' : 'A') + 'A'),
  ],
])('rejects a token with %s', async (_fault, token) => {
  expect(await replyTo(await token(), BY_SECRET)).toMatchObject(INVALID)
})

it.each(['RS256', 'PS512', 'EdDSA', 'ES384'])(
  'rejects the algorithm %s, which is allowed but does not fit the key',
  async (alg) => {
    const [, payload] = (await sign({})).split('.')
    const header = Buffer.from(JSON.stringify({ alg })).toString('base64url')
    const options = { ...BY_PUBLIC_KEY, algorithms: ['ES256', alg] }
    expect(await replyTo(`${header}.${payload}.AAAA`, options)).toMatchObject(INVALID)
  },
)

it('rejects a token that is signed with the public key as an HMAC secret', async () => {
  const forged = await sign({}, Buffer.from(PUBLIC_KEY))
  expect(await replyTo(forged, BY_PUBLIC_KEY)).toMatchObject(INVALID)
})

it.each([
  [{ iss: 'us', aud: 'tables' }, 200],
  [{ iss: 'us', aud: ['else', 'tables'] }, 200],
  [{ iss: 'them', aud: 'tables' }, 401],
  [{ iss: 'us', aud: 'else' }, 401],
  [{ iss: 'us' }, 401],
  [{ aud: 'tables' }, 401],
])('checks issuer and audience: %j gets %s', async (payload, status) => {
  const options = { ...BY_SECRET, issuer: 'us', audience: 'tables' }
  expect((await replyTo(await sign(payload), options)).status).toBe(status)
})
