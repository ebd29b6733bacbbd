/** Several authentication schemes at once, and the secrets that schemes read. */
import {
  apiKeys,
  authenticationFailed,
  bearerTokens,
  createApp,
  jsonWebTokens,
  readSecrets,
} from '../../src'
import {
  accepted,
  bearer,
  clientOf,
  HASHED_SECRET,
  listen,
  PLAIN_SECRET,
  rejected,
  SECRETS,
  SHA256,
  stopServers,
} from '../support/authentication'
import { BY_SECRET, sign } from '../support/json-web-tokens'
import { NO_TABLES } from '../support/no-tables'

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
  const { status, challenge } = await send(bearer(PLAIN_SECRET))
  expect([status, challenge]).toEqual([401, 'Bearer realm="tablequery"'])
})

it('sends a challenge with a 401 without authentication, as RFC 9110 requires', async () => {
  const refusal = authenticationFailed('permissions', 'the table may not be read by this caller')
  const tables = { ...NO_TABLES, listTables: () => Promise.reject(refusal) }
  const origin = await listen(createApp({ tables }))
  const { status, headers } = await fetch(`${origin}/api/table-viewer/tables`)
  expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="tablequery"'])
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
