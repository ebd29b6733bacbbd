/** Several authentication schemes at once, and the secrets that schemes read. */
import type Koa from 'koa'
import {
  apiKeys,
  authenticationFailed,
  bearerTokens,
  createApp,
  jsonWebTokens,
  readSecrets,
  type Authenticate,
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
import { SECRETS_FORMAT } from '../../src/http/authentication/secrets'
import { BY_SECRET, sign } from '../support/json-web-tokens'
import { NO_TABLES } from '../support/no-tables'

afterEach(stopServers)

const ADA = { authMethod: 'session', name: 'ada', roles: ['admin'] }

async function replyOf(app: Koa): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${await listen(app)}/api/table-viewer/tables`)
  return { status: response.status, body: await response.json() }
}

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

it.each<[string, Authenticate]>([
  ['false', () => false],
  ['true', () => Promise.resolve(true)],
  ['null', () => null],
  ['a name', () => 'ada'],
  ['a principal without roles', () => ({ authMethod: 'session', name: 'ada' })],
  ['a principal with a role that is no text', () => ({ ...ADA, roles: [1] })],
  ['a scheme, because its own call is missing', () => bearerTokens(SECRETS)],
])('responds 500 if a function returns %s', async (_result, authenticate) => {
  const app = createApp({ tables: NO_TABLES, authenticate })
  const causes: unknown[] = []
  app.on('error', ({ cause }: Error) => causes.push(cause))
  const { status, body } = await replyOf(app)
  expect([status, body]).toMatchObject([500, { error: 'INTERNAL_SERVER_ERROR' }])
  const message =
    'authenticate must return undefined or a principal {authMethod, name, roles}, and throw to refuse a request'
  expect(causes).toEqual([new TypeError(message)])
})

it.each<[string, Authenticate]>([
  ['nothing', () => undefined],
  ['a principal', () => ADA],
  ['a promise of a principal', () => Promise.resolve(ADA)],
])('accepts a request if a function returns %s', async (_result, authenticate) => {
  const { status } = await (await clientOf(authenticate))()
  expect(status).toBe(200)
})

it('sends a challenge with a 401 without authentication, as RFC 9110 requires', async () => {
  const refusal = authenticationFailed('permissions', 'the table may not be read by this caller')
  const tables = { ...NO_TABLES, listTables: () => Promise.reject(refusal) }
  const origin = await listen(createApp({ tables }))
  const { status, headers } = await fetch(`${origin}/api/table-viewer/tables`)
  expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer realm="tablequery"'])
})

it.each<[unknown, string]>([
  ['no list', '; line 1, column 1: invalid JSON'],
  [[], ''],
  [[{ name: 'short', secret: 'fifteen-letters' }], '; [0].secret is not valid'],
  [[{ name: 'blank', secret: 'with a blank in it' }], '; [0].secret is not valid'],
  [[{ secret: PLAIN_SECRET }], '; [0].name is missing'],
  [
    `[{ "name": "two", "secret": "${PLAIN_SECRET}", "secret": "${PLAIN_SECRET}" }]`,
    `; line 1, column ${33 + PLAIN_SECRET.length}: [0].secret occurs twice`,
  ],
  ...['Łukasz', ' ada', 'ada\t', 'a\nb'].map((user): [unknown, string] => [
    [{ name: 'ada', secret: PLAIN_SECRET, user }],
    '; [0].user cannot be the value of a header',
  ]),
  [[{ name: 'none' }], '; [0] lacks a required property'],
  [
    [{ name: 'both', secret: PLAIN_SECRET, sha256: SHA256 }],
    '; [0] has properties that exclude each other',
  ],
  [[{ name: 'hash', sha256: 'abc' }], '; [0].sha256 is not valid'],
  [[{ name: 'more', secret: PLAIN_SECRET, colour: 'red' }], '; [0].colour is unknown'],
  [
    [
      { name: 'twice', secret: PLAIN_SECRET },
      { name: 'twice', secret: HASHED_SECRET },
    ],
    '; [1] has the same name as another entry',
  ],
])('reads no secrets from %j, and repeats none in the error', (list, flaw) => {
  expect(() => readSecrets(list)).toThrow(new Error(`secrets must be ${SECRETS_FORMAT}${flaw}`))
})
