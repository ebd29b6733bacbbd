/** JSON Web Tokens that are verified by the keys of a JWKS URL. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { apiKeys, jsonWebTokens } from '../../src'
import { KeysUnavailableError } from '../../src/http/authentication/key-set'
import { createVerifier } from '../../src/http/authentication/token-verifier'
import {
  accepted,
  bearer,
  clientOf,
  HASHED_SECRET,
  listen,
  rejected,
  SECRETS,
  stopServers,
} from '../support/authentication'
import { BY_PUBLIC_KEY, KEY_PAIR, replyTo, sign } from '../support/json-web-tokens'
import { testClock } from '../support/test-clock'

afterEach(stopServers)
afterEach(() => {
  jest.restoreAllMocks()
})

const published = async (key: KeyObject, kid: string): Promise<object> => {
  const { exportJWK } = await import('jose')
  return { ...(await exportJWK(key)), kid, alg: 'ES256' }
}

it('fetches the keys once, and again when a token names a new key', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [await published(KEY_PAIR.publicKey, 'first')]
  let fetched = 0
  const origin = await listen((_request, response) => {
    fetched++
    response.end(JSON.stringify({ keys }))
  })
  const options = { ...BY_PUBLIC_KEY, key: { jwksUrl: `${origin}/keys`, cooldown: 0 } }
  const send = await clientOf([await jsonWebTokens(options)])
  const first = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256', kid: 'first' })
  for (let times = 0; times < 3; times++) expect((await send(bearer(first))).status).toBe(200)
  expect(fetched).toBe(1)
  const second = await sign({}, other.privateKey, { alg: 'ES256', kid: 'second' })
  expect((await send(bearer(second))).status).toBe(401)
  keys.push(await published(other.publicKey, 'second'))
  expect((await send(bearer(second))).status).toBe(200)
  expect((await send(bearer(first))).status).toBe(200)
})

it('tries each key of the type for a token without kid, which is optional', async () => {
  // https://www.rfc-editor.org/rfc/rfc7515#section-4.1.4
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const unknown = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [
    await published(KEY_PAIR.publicKey, 'first'),
    await published(other.publicKey, 'second'),
  ]
  const origin = await listen((_request, response) => response.end(JSON.stringify({ keys })))
  const scheme = await jsonWebTokens({ ...BY_PUBLIC_KEY, key: { jwksUrl: `${origin}/keys` } })
  const send = await clientOf([scheme])
  const header = { alg: 'ES256' }
  for (const { privateKey } of [KEY_PAIR, other]) {
    expect((await send(bearer(await sign({}, privateKey, header)))).status).toBe(200)
    expect(await send(bearer(await sign({ exp: 1 }, privateKey, header)))).toMatchObject(
      rejected('jwt', 'the token has expired'),
    )
  }
  expect(await send(bearer(await sign({}, unknown.privateKey, header)))).toMatchObject(
    rejected('jwt', 'the token is not valid'),
  )
})

it('fetches the keys again when no key verifies a token, at most once in the cooldown', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const third = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const served = [KEY_PAIR, other, third]
  let now = Date.now()
  jest.spyOn(Date, 'now').mockImplementation(() => now)
  for (const kid of [undefined, 'same']) {
    const cooldown = 30_000
    let current = KEY_PAIR
    let fetched = 0
    const origin = await listen((_request, response) => {
      fetched++
      void published(current.publicKey, 'same').then((key) =>
        response.end(JSON.stringify({ keys: [key] })),
      )
    })
    const key = { jwksUrl: `${origin}/keys`, cooldown }
    const send = await clientOf([await jsonWebTokens({ ...BY_PUBLIC_KEY, key })])
    const [first, second, unknown] = await Promise.all(
      served.map(({ privateKey }) =>
        sign({}, privateKey, { alg: 'ES256', ...(kid !== undefined && { kid }) }),
      ),
    )
    expect((await send(bearer(first ?? ''))).status).toBe(200)
    current = other
    now += cooldown + 1
    expect((await send(bearer(second ?? ''))).status).toBe(200)
    for (let times = 0; times < 5; times++) {
      expect(await send(bearer(unknown ?? ''))).toMatchObject(
        rejected('jwt', 'the token is not valid'),
      )
    }
    expect(fetched).toBe(2)
  }
})

it('responds 500, not 401, when the keys cannot be fetched', async () => {
  const origin = await listen((_request, response) => response.writeHead(500).end())
  const token = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256', kid: 'first' })
  for (const jwksUrl of [`${origin}/keys`, 'http://127.0.0.2:1/keys']) {
    expect(await replyTo(token, { ...BY_PUBLIC_KEY, key: { jwksUrl } })).toMatchObject({
      status: 500,
      body: {
        error: 'INTERNAL_SERVER_ERROR',
        message: 'An unexpected error occurred on the server.',
      },
    })
  }
})

it.each<[string, (response: ServerResponse) => unknown]>([
  ['with an error', (response) => response.writeHead(503).end()],
  ['with a page', (response) => response.end('<!doctype html><title>Maintenance</title>')],
  ['with JSON that is not a key set', (response) => response.end('{"keys": [1]}')],
  [
    'with a part of its body',
    (response) => {
      response.writeHead(200, { 'Content-Length': 100 })
      response.write('{', () => response.destroy())
    },
  ],
])(
  'fetches the keys once in two seconds while their server responds %s',
  async (_title, respond) => {
    let fetched = 0
    const origin = await listen((_request, response) => {
      fetched++
      respond(response)
    })
    const clock = testClock(() => 0)
    const options = { ...BY_PUBLIC_KEY, key: { jwksUrl: `${origin}/keys` } }
    const verify = await createVerifier(options, ['ES256'], clock.now)
    const token = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256', kid: 'first' })
    const expectFailures = async (): Promise<void> => {
      for (let times = 0; times < 20; times++)
        await expect(verify(token)).rejects.toBeInstanceOf(KeysUnavailableError)
    }
    await expectFailures()
    clock.advance(1999)
    await expectFailures()
    expect(fetched).toBe(1)
    clock.advance(1)
    await expectFailures()
    expect(fetched).toBe(2)
  },
)

it('accepts tokens of known keys while keys cannot be fetched again', async () => {
  const keys = [await published(KEY_PAIR.publicKey, 'first')]
  let isAvailable = true
  const origin = await listen((_request, response) => {
    response.end(isAvailable ? JSON.stringify({ keys }) : '<!doctype html>')
  })
  const options = { ...BY_PUBLIC_KEY, key: { jwksUrl: `${origin}/keys`, cooldown: 0 } }
  const send = await clientOf([await jsonWebTokens(options)])
  const known = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256', kid: 'first' })
  expect((await send(bearer(known))).status).toBe(200)
  isAvailable = false
  const unknown = await sign({}, KEY_PAIR.privateKey, { alg: 'ES256', kid: 'second' })
  expect((await send(bearer(unknown))).status).toBe(500)
  expect((await send(bearer(known))).status).toBe(200)
})

it('accepts credentials of another scheme when the keys cannot be fetched', async () => {
  const jwksUrl = 'http://127.0.0.1:1/keys'
  const schemes = [
    await jsonWebTokens({ ...BY_PUBLIC_KEY, key: { jwksUrl } }),
    apiKeys(SECRETS, { key: 'X-API-Key', user: 'X-User-ID' }),
  ]
  for (const ordered of [schemes, schemes.toReversed()]) {
    const send = await clientOf(ordered)
    const token = bearer(await sign({}, KEY_PAIR.privateKey, { alg: 'ES256', kid: 'first' }))
    expect(await send({ ...token, 'X-API-Key': HASHED_SECRET })).toMatchObject(
      accepted('apiKey', 'bob'),
    )
    expect((await send({ ...token, 'X-API-Key': 'wrong' })).status).toBe(500)
  }
})
