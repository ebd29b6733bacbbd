/** Several authentication schemes at once, and the secrets that schemes read. */
import { apiKeys, bearerTokens, jsonWebTokens, readSecrets } from '../../src'
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
import { BY_SECRET, sign } from '../support/json-web-tokens'

afterEach(stopServers)

it('accepts credentials of each scheme', async () => {
  const keys = apiKeys(SECRETS, { key: 'X-API-Key', user: 'X-User-ID' })
  const send = await clientOf([bearerTokens(SECRETS), await jsonWebTokens(BY_SECRET), keys])
  expect(await send(bearer(PLAIN_SECRET))).toMatchObject(accepted('bearer', 'ada', ['admin']))
  expect(await send(bearer(await sign({ sub: 'eve' })))).toMatchObject(accepted('jwt', 'eve'))
  expect(await send({ ...bearer('wrong'), 'X-API-Key': HASHED_SECRET })).toMatchObject(
    accepted('apiKey', 'bob'),
  )
  const expired = await send(bearer(await sign({ exp: 1 })))
  expect(expired).toMatchObject(rejected('jwt', 'the token has expired'))
  const none = await send()
  expect(none).toMatchObject(rejected('bearer', 'a bearer token or an API key is needed'))
  expect(none.challenge).toBe(
    'Bearer realm="tablequery", ApiKey realm="tablequery", header="X-API-Key"',
  )
})

it('rejects every request if the list of schemes is empty', async () => {
  const send = await clientOf([])
  expect((await send(bearer(PLAIN_SECRET))).status).toBe(401)
})

it.each([
  'no list',
  [],
  [{ name: 'short', secret: 'fifteen-letters' }],
  [{ name: 'blank', secret: 'with a blank in it' }],
  [{ secret: PLAIN_SECRET }],
  [{ name: 'none' }],
  [{ name: 'both', secret: PLAIN_SECRET, sha256: SHA256 }],
  [{ name: 'hash', sha256: 'abc' }],
  [{ name: 'more', secret: PLAIN_SECRET, colour: 'red' }],
  [
    { name: 'twice', secret: PLAIN_SECRET },
    { name: 'twice', secret: HASHED_SECRET },
  ],
])('reads no secrets from %j, and repeats none in the error', (list) => {
  expect(() => readSecrets(list)).toThrow(/^secrets must be a list of [^-]*$/)
})
