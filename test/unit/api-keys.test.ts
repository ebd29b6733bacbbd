import { apiKeys, readSecrets } from '../../src'
import {
  accepted,
  bearer,
  clientOf,
  HASHED_SECRET,
  PLAIN_SECRET,
  rejected,
  SHA256,
  stopServers,
  type Reply,
} from '../support/authentication'

afterEach(stopServers)

const keys = readSecrets([
  { name: 'reports', secret: PLAIN_SECRET },
  { name: 'phone', secret: HASHED_SECRET, user: '42' },
])
const scheme = apiKeys(keys, { key: 'X-API-Key', user: 'X-User-ID' })

it.each([
  [{ 'X-API-Key': PLAIN_SECRET }, accepted('apiKey', 'reports')],
  [{ 'X-API-Key': PLAIN_SECRET, 'X-User-ID': 'anyone' }, accepted('apiKey', 'reports')],
  [{ 'X-API-Key': HASHED_SECRET, 'X-User-ID': '42' }, accepted('apiKey', 'phone')],
])('accepts a request with %j', async (headers, expected) => {
  const send = await clientOf([scheme])
  const reply = await send(headers)
  expect(reply).toMatchObject(expected)
  expect(reply.vary).toBe('Accept-Encoding, Authorization, X-API-Key, X-User-ID')
})

it('accepts a user of every character that a header can have', async () => {
  const user = 'Ada\t~ \x80\xff'
  const send = await clientOf([apiKeys(readSecrets([{ name: 'ada', secret: PLAIN_SECRET, user }]))])
  const headers = { 'X-API-Key': PLAIN_SECRET, 'X-User-ID': user }
  expect(await send(headers)).toMatchObject(accepted('apiKey', 'ada'))
})

it('accepts one secret of several users, and finds the caller by the user', async () => {
  const shared = readSecrets([
    { name: 'ada', secret: PLAIN_SECRET, user: '1' },
    { name: 'bob', secret: PLAIN_SECRET, user: '2' },
    { name: 'anyone', secret: HASHED_SECRET },
    { name: 'eve', secret: HASHED_SECRET, user: '3' },
  ])
  const send = await clientOf([apiKeys(shared)])
  const sendAs = (key: string, user: string): Promise<Reply> =>
    send({ 'X-API-Key': key, 'X-User-ID': user })
  expect(await sendAs(PLAIN_SECRET, '1')).toMatchObject(accepted('apiKey', 'ada'))
  expect(await sendAs(PLAIN_SECRET, '2')).toMatchObject(accepted('apiKey', 'bob'))
  expect((await sendAs(PLAIN_SECRET, '3')).status).toBe(401)
  expect(await sendAs(HASHED_SECRET, '3')).toMatchObject(accepted('apiKey', 'eve'))
  expect(await sendAs(HASHED_SECRET, '4')).toMatchObject(accepted('apiKey', 'anyone'))
})

it.each([
  [
    { name: 'ada', secret: PLAIN_SECRET },
    { name: 'bob', secret: PLAIN_SECRET },
  ],
  [
    { name: 'ada', secret: HASHED_SECRET, user: '1' },
    { name: 'bob', sha256: SHA256, user: '1' },
  ],
])('reads no two callers with one secret: %j, %j', (...list) => {
  expect(() => readSecrets(list)).toThrow(/^secrets must be a list of [^-]*$/)
})

it.each([
  [{}, 'an API key is needed'],
  [bearer(PLAIN_SECRET), 'an API key is needed'],
  [{ 'X-API-Key': 'wrong' }, 'the API key is not valid'],
  [{ 'X-API-Key': HASHED_SECRET }, 'the API key is not valid'],
  [{ 'X-API-Key': HASHED_SECRET, 'X-User-ID': '43' }, 'the API key is not valid'],
])('rejects a request with %j', async (headers, reason) => {
  const send = await clientOf([scheme])
  const reply = await send(headers)
  expect(reply).toMatchObject(rejected('apiKey', reason))
  expect(reply.challenge).toBe('ApiKey realm="tablequery", header="X-API-Key"')
  expect(reply.vary).toBe('Accept-Encoding, Authorization, X-API-Key, X-User-ID')
})
