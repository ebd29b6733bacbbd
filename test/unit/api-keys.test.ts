import { apiKeys, readSecrets } from '../../src'
import {
  accepted,
  bearer,
  clientOf,
  HASHED_SECRET,
  PLAIN_SECRET,
  rejected,
  stopServers,
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
