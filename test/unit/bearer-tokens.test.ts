import { apiKeys, bearerTokens, readSecrets, type Secret } from '../../src'
import {
  accepted,
  bearer,
  clientOf,
  HASHED_SECRET,
  PLAIN_SECRET,
  rejected,
  SECRETS,
  SHA256,
  stopServers,
} from '../support/authentication'

afterEach(stopServers)

it('accepts a token that is configured in plain text or by its hash', async () => {
  const send = await clientOf([bearerTokens(SECRETS)])
  expect(await send(bearer(PLAIN_SECRET))).toMatchObject(accepted('bearer', 'ada', ['admin']))
  expect(await send(bearer(HASHED_SECRET))).toMatchObject(accepted('bearer', 'bob'))
  expect(await send({ Authorization: `bearer  ${PLAIN_SECRET} ` })).toMatchObject({ status: 200 })
})

it.each([
  [{}, 'a bearer token is needed'],
  [{ Authorization: PLAIN_SECRET }, 'a bearer token is needed'],
  [{ Authorization: `Basic ${PLAIN_SECRET}` }, 'a bearer token is needed'],
  [{ Authorization: 'Bearer' }, 'a bearer token is needed'],
  [bearer('wrong'), 'the token is not valid'],
  [bearer(SHA256), 'the token is not valid'],
  [bearer(`${PLAIN_SECRET}x`), 'the token is not valid'],
])('rejects a request with %j', async (headers, reason) => {
  const send = await clientOf([bearerTokens(SECRETS)])
  const reply = await send(headers)
  expect(reply).toMatchObject(rejected('bearer', reason))
  expect(reply.challenge).toBe('Bearer realm="tablequery"')
  expect(reply.vary).toBe('Accept-Encoding, Authorization')
})

it.each(['p@ssw0rd!correct#horse', 'padding=inside-of-it', 'quote"quote"quote'])(
  'refuses the secret %s, which no bearer token can carry',
  (secret) => {
    const secrets = readSecrets([{ name: 'ada', secret }])
    expect(() => bearerTokens(secrets)).toThrow(
      'bearerTokens: the secret of ada has a character that no bearer token can have',
    )
  },
)

it('refuses one secret of two callers, which a request cannot tell apart', () => {
  const secrets = readSecrets([
    { name: 'ada', secret: PLAIN_SECRET, user: '1' },
    { name: 'bob', secret: PLAIN_SECRET, user: '2' },
  ])
  const tokens = secrets.map((secret) => ({ ...secret, user: undefined }))
  expect(() => bearerTokens(tokens)).toThrow('bearerTokens: two callers have the same secret')
})

it('refuses a user, which a request with a token does not send', () => {
  const secrets = readSecrets([{ name: 'ada', secret: PLAIN_SECRET, user: '1' }])
  expect(() => bearerTokens(secrets)).toThrow('bearerTokens: ada: only an API key has a user')
})

it('accepts every character that a bearer token can carry', async () => {
  const secret = 'AZ.az_09~+/-abc=='
  const send = await clientOf([bearerTokens(readSecrets([{ name: 'ada', secret }]))])
  expect(await send(bearer(secret))).toMatchObject(accepted('bearer', 'ada'))
})

it.each([
  undefined,
  'correct-horse-battery',
  [{ name: 'ada', secret: 'correct-horse-battery' }],
  [null],
])('bearerTokens and apiKeys refuse %j, which readSecrets has not read', (secrets) => {
  const given = secrets as unknown as Secret[]
  const expected = 'needs a result of readSecrets()'
  expect(() => bearerTokens(given)).toThrow(new TypeError(`bearerTokens ${expected}`))
  expect(() => apiKeys(given)).toThrow(new TypeError(`apiKeys ${expected}`))
})
