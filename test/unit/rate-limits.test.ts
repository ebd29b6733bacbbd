/** Rate limits over HTTP, in front of an app without tables. */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import {
  addressBehind,
  authenticationFailed,
  bearerTokens,
  createApp,
  rateLimit,
  readSecrets,
  type AppOptions,
  type RequestCounter,
} from '../../src'
import { networkOf } from '../../src/http/rate-limits/client-address'
import { openRateLimit } from '../../src/http/rate-limits/rate-limit-settings'
import { NO_TABLES } from '../support/no-tables'
import { serveApp, type ServedApp } from '../support/serve-app'
import { redisServer, type RedisServer } from '../support/redis-server'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'

type Send = (headers?: Record<string, string>) => Promise<Response>

const served: ServedApp[] = []
afterEach(() => {
  jest.restoreAllMocks()
  for (const app of served.splice(0)) app.stop()
})

async function clientOf(options: Partial<AppOptions>): Promise<Send> {
  const app = await serveApp(createApp({ tables: NO_TABLES, ...options }))
  served.push(app)
  return (headers = {}) => fetch(`${app.origin}/api/table-viewer/tables`, { headers })
}

const ada = { Authorization: 'Bearer correct-horse-ada' }
const bob = { Authorization: 'Bearer correct-horse-bob' }
const secrets = readSecrets([
  { name: 'ada', secret: 'correct-horse-ada' },
  { name: 'bob', secret: 'correct-horse-bob' },
])

const limited = (
  counter: RequestCounter,
  { proxies = [], isOpen = false }: { proxies?: string[]; isOpen?: boolean } = {},
): Promise<Send> =>
  clientOf({
    rateLimit: rateLimit(counter, addressBehind(proxies)),
    ...(!isOpen && { authenticate: [bearerTokens(secrets)] }),
  })

const three = (duration = 60): RequestCounter => new RateLimiterMemory({ points: 3, duration })

async function statuses(count: number, send: () => Promise<Response>): Promise<number[]> {
  const received: number[] = []
  for (let sent = 0; sent < count; sent++) received.push((await send()).status)
  return received
}

it('sends the remaining requests and the start of the next window in each response', async () => {
  const send = await limited(three())
  const now = Date.now() / 1000
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await send(ada)
    expect([status, headers.get('X-RateLimit-Limit')]).toEqual([200, '3'])
    expect(headers.get('X-RateLimit-Remaining')).toBe(remaining)
    const reset = Number(headers.get('X-RateLimit-Reset'))
    expect(reset).toBeGreaterThanOrEqual(Math.floor(now) + 59)
    expect(reset).toBeLessThanOrEqual(now + 65)
  }
})

it('refuses further requests with an error and the time to wait', async () => {
  const send = await limited(three())
  await statuses(3, () => send(ada))
  const response = await send(ada)
  const seconds = response.headers.get('Retry-After')
  expect(Number(seconds)).toBeGreaterThanOrEqual(50)
  expect(Number(seconds)).toBeLessThanOrEqual(60)
  expect(response.status).toBe(429)
  expect(response.headers.get('X-RateLimit-Remaining')).toBe('0')
  expect(await response.json()).toEqual({
    error: 'RATE_LIMIT_EXCEEDED',
    message: `Too many requests. Retry in ${seconds} s.`,
  })
})

it('accepts a request after the time in Retry-After', async () => {
  let now = Date.now()
  jest.spyOn(Date, 'now').mockImplementation(() => now)
  const send = await limited(three(1))
  expect(await statuses(3, () => send(ada))).toEqual([200, 200, 200])
  // Less than a second remains, for which the header says one.
  now += 100
  const refused = await send(ada)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
  now += 1000 * Number(refused.headers.get('Retry-After'))
  expect((await send(ada)).status).toBe(200)
})

it('counts each caller separately', async () => {
  const send = await limited(three())
  expect(await statuses(4, () => send(ada))).toEqual([200, 200, 200, 429])
  expect((await send(bob)).status).toBe(200)
})

it('limits failed logins, with and without credentials, but not valid credentials', async () => {
  const send = await limited(three())
  const guess = (): Promise<Response> => send({ Authorization: 'Bearer a-guess' })
  expect(await statuses(4, guess)).toEqual([401, 401, 401, 429])
  const refused = await send()
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([429, null])
  expect((await send(ada)).status).toBe(200)
  expect((await guess()).status).toBe(429)
})

it('does not count logins that could not be checked', async () => {
  const authenticate = (): Promise<never> => Promise.reject(new Error('no keys'))
  const send = await clientOf({ rateLimit: rateLimit(three(), addressBehind([])), authenticate })
  expect(await statuses(4, send)).toEqual([500, 500, 500, 500])
})

it('counts a refusal by permissions once, also if authentication names no caller', async () => {
  const refusal = authenticationFailed('permissions', 'the table may not be read by this caller')
  const send = await clientOf({
    tables: { ...NO_TABLES, listTables: () => Promise.reject(refusal) },
    authenticate: () => undefined,
    rateLimit: rateLimit(three(), addressBehind([])),
  })
  expect(await statuses(4, send)).toEqual([401, 401, 401, 429])
})

it('does not lock out callers behind a proxy that is not configured', async () => {
  const send = await limited(three())
  const through = (credentials: object, client: string): Promise<Response> =>
    send({ ...credentials, 'X-Forwarded-For': client })
  for (let guess = 0; guess < 50; guess++) {
    const response = await through({ Authorization: `Bearer guess-${guess}` }, `192.0.2.${guess}`)
    expect(response.status).toBe(guess < 3 ? 401 : 429)
  }
  expect((await through(ada, '198.51.100.1')).status).toBe(200)
  expect((await through(bob, '198.51.100.2')).status).toBe(200)
})

it('reports a proxy that is not configured once', async () => {
  const reported: string[] = []
  const counter = new RateLimiterMemory({ points: 9, duration: 60 })
  const clientBehind = (proxies: string[]): Promise<Send> =>
    clientOf({
      rateLimit: rateLimit(
        counter,
        addressBehind(proxies, (proxy) => reported.push(proxy)),
      ),
    })
  const configured = await clientBehind(['loopback'])
  await configured({ 'X-Forwarded-For': '192.0.2.7' })
  const unconfigured = await clientBehind([])
  await unconfigured()
  expect(reported).toEqual([])
  await unconfigured({ 'X-Forwarded-For': '192.0.2.7' })
  await unconfigured({ 'X-Forwarded-For': '192.0.2.8' })
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatch(/127\.0\.0\.1|::1/)
})

it('counts by address without authentication', async () => {
  const send = await limited(three(), { isOpen: true })
  expect(await statuses(4, () => send())).toEqual([200, 200, 200, 429])
})

it.each<[string, string[], string, string, number]>([
  ['is ignored without a trusted proxy', [], '192.0.2.7', '192.0.2.8', 429],
  ['gives the address if a trusted proxy sent it', ['loopback'], '192.0.2.7', '192.0.2.8', 200],
  [
    'is ignored before the address that the trusted proxy added',
    ['loopback'],
    '1.1.1.1, 192.0.2.7',
    '2.2.2.2, 192.0.2.7',
    429,
  ],
  ['is ignored if it has no valid address', ['loopback'], 'unknown', '<script>', 429],
  ['can have ports', ['loopback', '10.0.0.0/8'], '192.0.2.7:80, 10.1.1.1:90', '192.0.2.8:80', 200],
  ['has the same address with another port', ['loopback'], '192.0.2.7:80', '192.0.2.7:81', 429],
  ['can have IPv6 addresses with ports', ['loopback'], '[2001:db8::1]:80', '[2001:db9::1]', 200],
  ['has the same IPv6 address in brackets', ['loopback'], '2001:db8::1', '[2001:db8::1]:443', 429],
])('X-Forwarded-For %s', async (_rule, proxies, first, second, status) => {
  const send = await limited(three(), { proxies, isOpen: true })
  await statuses(3, () => send({ 'X-Forwarded-For': first }))
  expect((await send({ 'X-Forwarded-For': second })).status).toBe(status)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb::2', '2001:db8:1:2::/64'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('with Redis', () => {
  const { it, beforeAll, afterAll } = testsThatNeed('redis')
  let redis: RedisServer
  beforeAll(async () => {
    redis = await redisServer()
  }, 300_000)
  afterAll(() => redis.stop())

  it('counts over all processes, and in each process while Redis is down', async () => {
    let losses = 0
    const open = async (): Promise<{ send: Send; close: () => void }> => {
      const settings = { rateLimit: 3, rateLimitWindow: 60, rateLimitRedis: redis.url }
      const onRedisDisconnect = (): unknown => losses++
      const limit = await openRateLimit({ ...settings, trustedProxies: [] }, { onRedisDisconnect })
      if (!limit) throw new Error('no limit')
      return {
        send: await clientOf({ rateLimit: limit.rateLimit }),
        close: () => {
          limit.close()
        },
      }
    }
    const one = await open()
    const two = await open()
    try {
      expect(await statuses(2, one.send)).toEqual([200, 200])
      expect(await statuses(2, two.send)).toEqual([200, 429])
      await redis.stop()
      expect(await statuses(4, one.send)).toEqual([200, 200, 200, 429])
      expect(await statuses(3, two.send)).toEqual([200, 200, 200])
      // Once for each process, however often it tries to reconnect.
      expect(losses).toBe(2)
      await redis.start()
      await waitUntil(async () => (await one.send()).status !== 429)
      expect((await one.send()).headers.get('X-RateLimit-Remaining')).toBe('1')
    } finally {
      one.close()
      two.close()
    }
  }, 60_000)

  it('fails at the start if Redis cannot be reached', async () => {
    const settings = { rateLimit: 3, rateLimitWindow: 60, trustedProxies: [] }
    const rateLimitRedis = 'redis://:secret@127.0.0.1:1'
    const opening = openRateLimit({ ...settings, rateLimitRedis }, { onRedisDisconnect: jest.fn() })
    const message = 'cannot connect to Redis at 127.0.0.1:1: ECONNREFUSED'
    await expect(opening).rejects.toMatchObject({ message })
  })
})
