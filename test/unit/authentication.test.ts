/** Who is let in, by each scheme and by several at once; over HTTP, with nothing behind. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type Koa from 'koa'
import type { JWTPayload } from 'jose' with { 'resolution-mode': 'import' }
import {
  apiKeys,
  bearerTokens,
  createApp,
  jsonWebTokens,
  readSecrets,
  type Authentication,
  type JwtOptions,
  type Principal,
} from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { serveApp } from '../support/serve-app'

interface Reply {
  readonly status: number
  readonly body: unknown
  readonly challenge: string | null
  readonly vary: string | null
  readonly principal: unknown
}

let stop: (() => void)[] = []
afterEach(() => {
  for (const end of stop) end()
  stop = []
})

async function listen(app: Koa | RequestListener): Promise<string> {
  const served = await serveApp(app)
  stop.push(() => {
    served.stop()
  })
  return served.origin
}

/** Asks once with each set of headers. */
async function asking(
  authenticate: Authentication,
): Promise<(headers?: Record<string, string>) => Promise<Reply>> {
  const app = createApp({ tables: NO_TABLES, authenticate })
  app.silent = true
  let principal: unknown
  app.middleware.unshift(async (ctx, next) => {
    await next()
    principal = ctx.state['principal']
  })
  const origin = await listen(app)
  return async (headers = {}) => {
    principal = undefined
    const response = await fetch(`${origin}/api/table-viewer/tables`, { headers })
    return {
      status: response.status,
      body: await response.json(),
      challenge: response.headers.get('WWW-Authenticate'),
      vary: response.headers.get('Vary'),
      principal,
    }
  }
}

const refusal = (authMethod: string, reason: string): Partial<Reply> => ({
  status: 401,
  body: {
    error: 'AUTHENTICATION_FAILED',
    message: `Authentication failed: ${reason}.`,
    details: { authMethod, reason },
  },
})

const entry = (authMethod: string, name: string, roles: string[] = []): Partial<Reply> => ({
  status: 200,
  principal: { authMethod, name, roles } satisfies Principal,
})

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })
const PLAIN = 'correct-horse-battery'
const HASHED = 'another-long-secret'
const sha256 = createHash('sha256').update(HASHED).digest('hex')
const secrets = readSecrets([
  { name: 'ada', secret: PLAIN, roles: ['admin'] },
  { name: 'bob', sha256 },
])

describe('bearer tokens', () => {
  it('lets in who has one, as it is or hashed in the list', async () => {
    const ask = await asking([bearerTokens(secrets)])
    expect(await ask(bearer(PLAIN))).toMatchObject(entry('bearer', 'ada', ['admin']))
    expect(await ask(bearer(HASHED))).toMatchObject(entry('bearer', 'bob'))
    expect(await ask({ Authorization: `bearer  ${PLAIN} ` })).toMatchObject({ status: 200 })
  })

  it.each([
    [{}, 'a bearer token is needed'],
    [{ Authorization: PLAIN }, 'a bearer token is needed'],
    [{ Authorization: `Basic ${PLAIN}` }, 'a bearer token is needed'],
    [{ Authorization: 'Bearer' }, 'a bearer token is needed'],
    [bearer('wrong'), 'the token is not valid'],
    [bearer(sha256), 'the token is not valid'],
    [bearer(`${PLAIN}x`), 'the token is not valid'],
  ])('refuses %j', async (headers, reason) => {
    const ask = await asking([bearerTokens(secrets)])
    const reply = await ask(headers)
    expect(reply).toMatchObject(refusal('bearer', reason))
    expect(reply.challenge).toBe('Bearer realm="tablequery"')
    expect(reply.vary).toBe('Accept-Encoding, Authorization')
  })
})

describe('API keys', () => {
  const keys = readSecrets([
    { name: 'reports', secret: PLAIN },
    { name: 'phone', secret: HASHED, user: '42' },
  ])
  const scheme = apiKeys(keys, { key: 'X-API-Key', user: 'X-User-ID' })

  it.each([
    [{}, refusal('apiKey', 'an API key is needed')],
    [bearer(PLAIN), refusal('apiKey', 'an API key is needed')],
    [{ 'X-API-Key': 'wrong' }, refusal('apiKey', 'the API key is not valid')],
    [{ 'X-API-Key': HASHED }, refusal('apiKey', 'the API key is not valid')],
    [{ 'X-API-Key': HASHED, 'X-User-ID': '43' }, refusal('apiKey', 'the API key is not valid')],
    [{ 'X-API-Key': PLAIN }, entry('apiKey', 'reports')],
    [{ 'X-API-Key': PLAIN, 'X-User-ID': 'anyone' }, entry('apiKey', 'reports')],
    [{ 'X-API-Key': HASHED, 'X-User-ID': '42' }, entry('apiKey', 'phone')],
  ])('%j', async (headers, expected) => {
    const reply = await (await asking([scheme]))(headers)
    expect(reply).toMatchObject(expected)
    expect(reply.vary).toBe('Accept-Encoding, Authorization, X-API-Key, X-User-ID')
    if (reply.status === 401) {
      expect(reply.challenge).toBe('ApiKey realm="tablequery", header="X-API-Key"')
    }
  })
})

describe('JSON Web Tokens', () => {
  const secret = 'a secret of at least thirty-two characters'
  const signKey = Buffer.from(secret)
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const checked = { clockTolerance: 5, rolesClaim: 'roles' }
  const bySecret: JwtOptions = { key: { secret }, algorithms: ['HS256'], ...checked }
  const byKey: JwtOptions = { key: { publicKey }, algorithms: ['ES256'], ...checked }

  const now = Math.floor(Date.now() / 1000)
  const sign = async (
    payload: JWTPayload,
    key: KeyObject | Buffer = signKey,
    header: { alg: string; kid?: string } = { alg: 'HS256' },
  ): Promise<string> => {
    const { SignJWT } = await import('jose')
    return new SignJWT({ sub: 'ada', exp: now + 60, ...payload })
      .setProtectedHeader(header)
      .sign(key)
  }

  const unsigned = async (payload: JWTPayload): Promise<string> => {
    const { UnsecuredJWT } = await import('jose')
    return new UnsecuredJWT(payload).encode()
  }

  const published = async (key: KeyObject, kid: string): Promise<object> => {
    const { exportJWK } = await import('jose')
    return { ...(await exportJWK(key)), kid, alg: 'ES256' }
  }

  const reply = async (options: JwtOptions, token: string): Promise<Reply> =>
    (await asking([await jsonWebTokens(options)]))(bearer(token))

  it('are known by a shared secret or by a public key', async () => {
    expect(await reply(bySecret, await sign({}))).toMatchObject(entry('jwt', 'ada'))
    const token = await sign({}, pair.privateKey, { alg: 'ES256' })
    expect(await reply(byKey, token)).toMatchObject(entry('jwt', 'ada'))
  })

  it.each([
    [{ roles: ['a', 'b', 3] }, ['a', 'b']],
    [{ roles: 'a  b' }, ['a', 'b']],
    [{ roles: { a: true } }, []],
    [{}, []],
  ])('carry roles: %j', async (payload, roles) => {
    expect(await reply(bySecret, await sign(payload))).toMatchObject(entry('jwt', 'ada', roles))
  })

  it('carry a rule of their own, which must be one', async () => {
    const options = { ...bySecret, permissionsClaim: 'tables' }
    const told = await reply(options, await sign({ tables: { allow: ['orders'] } }))
    expect(told).toMatchObject({
      status: 200,
      principal: { rule: { allow: [{ table: /^orders$/s, columns: [/^.*$/s] }], deny: [] } },
    })
    const wrong = await reply(options, await sign({ tables: { allow: 1 } }))
    expect(wrong).toMatchObject(refusal('jwt', 'the token is not valid'))
  })

  it('are let in a little late, and not later', async () => {
    expect(await reply(bySecret, await sign({ exp: now - 1 }))).toMatchObject({ status: 200 })
    const late = await reply(bySecret, await sign({ exp: now - 60 }))
    expect(late).toMatchObject(refusal('jwt', 'the token has expired'))
  })

  it.each([
    ['another secret', () => sign({}, Buffer.from(secret.toUpperCase()))],
    ['another secret, and expired', () => sign({ exp: 1 }, Buffer.from(secret.toUpperCase()))],
    ['another algorithm', () => sign({}, signKey, { alg: 'HS512' })],
    ['no signature', () => unsigned({ sub: 'ada', exp: now + 60 })],
    ['no end', () => sign({ exp: undefined })],
    ['a start to come', () => sign({ nbf: now + 60 })],
    ['no form', () => Promise.resolve('not-a-token')],
    ['a changed payload', async () => (await sign({})).replace(/\.([^.]+)\./, '.e30.')],
    [
      'a changed signature',
      async () => (await sign({})).replace(/.$/, (c) => (c === 'A' ? 'B' : 'A') + 'A'),
    ],
  ])('are refused with %s', async (_what, token) => {
    expect(await reply(bySecret, await token())).toMatchObject(
      refusal('jwt', 'the token is not valid'),
    )
  })

  it.each(['RS256', 'PS512', 'EdDSA', 'ES384'])(
    'are refused with an algorithm that is allowed and not of the key: %s',
    async (alg) => {
      const [, payload] = (await sign({})).split('.')
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url')
      const told = await reply(
        { ...byKey, algorithms: ['ES256', alg] },
        `${header}.${payload}.AAAA`,
      )
      expect(told).toMatchObject(refusal('jwt', 'the token is not valid'))
    },
  )

  it('carry no rule in a claim that nobody has named', async () => {
    const told = await reply(bySecret, await sign({ '': { allow: ['*'] } }))
    const claims = expect.anything() as unknown
    expect(told.principal).toEqual({ authMethod: 'jwt', name: 'ada', roles: [], claims })
  })

  it('are not let in by a public key taken for a secret', async () => {
    const forged = await sign({}, Buffer.from(publicKey))
    expect(await reply(byKey, forged)).toMatchObject(refusal('jwt', 'the token is not valid'))
  })

  it.each([
    [{ iss: 'us', aud: 'tables' }, 200],
    [{ iss: 'us', aud: ['else', 'tables'] }, 200],
    [{ iss: 'them', aud: 'tables' }, 401],
    [{ iss: 'us', aud: 'else' }, 401],
    [{ iss: 'us' }, 401],
    [{ aud: 'tables' }, 401],
  ])('of %j for an issuer and an audience: %s', async (payload, status) => {
    const options = { ...bySecret, issuer: 'us', audience: 'tables' }
    expect((await reply(options, await sign(payload))).status).toBe(status)
  })

  it('are known by keys that are published, fetched once and again for a new one', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const keys = [await published(pair.publicKey, 'first')]
    let fetched = 0
    const origin = await listen((_request, response) => {
      fetched++
      response.end(JSON.stringify({ keys }))
    })
    const options = { ...byKey, key: { jwksUrl: `${origin}/keys`, cooldown: 0 } }
    const ask = await asking([await jsonWebTokens(options)])
    const first = await sign({}, pair.privateKey, { alg: 'ES256', kid: 'first' })
    for (let times = 0; times < 3; times++) expect((await ask(bearer(first))).status).toBe(200)
    expect(fetched).toBe(1)
    const second = await sign({}, other.privateKey, { alg: 'ES256', kid: 'second' })
    expect((await ask(bearer(second))).status).toBe(401)
    keys.push(await published(other.publicKey, 'second'))
    expect((await ask(bearer(second))).status).toBe(200)
    expect((await ask(bearer(first))).status).toBe(200)
  })

  it('that cannot be checked are no fault of the caller', async () => {
    const origin = await listen((_request, response) => response.writeHead(500).end())
    const token = await sign({}, pair.privateKey, { alg: 'ES256', kid: 'first' })
    for (const jwksUrl of [`${origin}/keys`, 'http://127.0.0.1:1/keys']) {
      expect(await reply({ ...byKey, key: { jwksUrl } }, token)).toMatchObject({
        status: 500,
        body: { error: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on the server.' },
      })
    }
  })

  it('stand beside other schemes', async () => {
    const keys = apiKeys(secrets, { key: 'X-API-Key', user: 'X-User-ID' })
    const ask = await asking([bearerTokens(secrets), await jsonWebTokens(bySecret), keys])
    expect(await ask(bearer(PLAIN))).toMatchObject(entry('bearer', 'ada', ['admin']))
    expect(await ask(bearer(await sign({ sub: 'eve' })))).toMatchObject(entry('jwt', 'eve'))
    expect(await ask({ ...bearer('wrong'), 'X-API-Key': HASHED })).toMatchObject(
      entry('apiKey', 'bob'),
    )
    const expired = await ask(bearer(await sign({ exp: 1 })))
    expect(expired).toMatchObject(refusal('jwt', 'the token has expired'))
    const none = await ask()
    expect(none).toMatchObject(refusal('bearer', 'a bearer token or an API key is needed'))
    expect(none.challenge).toBe(
      'Bearer realm="tablequery", ApiKey realm="tablequery", header="X-API-Key"',
    )
  })
})

it('lets nobody in by an empty list of schemes', async () => {
  expect((await (await asking([]))(bearer(PLAIN))).status).toBe(401)
})

it.each([
  'no list',
  [],
  [{ name: 'short', secret: 'fifteen-letters' }],
  [{ name: 'blank', secret: 'with a blank in it' }],
  [{ secret: PLAIN }],
  [{ name: 'none' }],
  [{ name: 'both', secret: PLAIN, sha256 }],
  [{ name: 'hash', sha256: 'abc' }],
  [{ name: 'more', secret: PLAIN, colour: 'red' }],
  [
    { name: 'twice', secret: PLAIN },
    { name: 'twice', secret: HASHED },
  ],
])('reads no secrets from %j, and shows none', (list) => {
  expect(() => readSecrets(list)).toThrow(/^secrets must be a list of [^-]*$/)
})
