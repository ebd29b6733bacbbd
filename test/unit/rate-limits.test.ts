/** How often a caller may ask; over HTTP, with nothing behind. */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import {
  addressBehind,
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

type Ask = (headers?: Record<string, string>) => Promise<Response>

const served: ServedApp[] = []
afterEach(() => {
  for (const app of served.splice(0)) app.stop()
})

async function serving(options: Omit<AppOptions, 'tables'>): Promise<Ask> {
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
): Promise<Ask> =>
  serving({
    rateLimit: rateLimit(counter, addressBehind(proxies)),
    ...(!isOpen && { authenticate: [bearerTokens(secrets)] }),
  })

const three = (duration = 60): RequestCounter => new RateLimiterMemory({ points: 3, duration })

async function statuses(count: number, ask: () => Promise<Response>): Promise<number[]> {
  const answers: number[] = []
  for (let asked = 0; asked < count; asked++) answers.push((await ask()).status)
  return answers
}

it('tells in each answer what is left, and when it begins anew', async () => {
  const ask = await limited(three())
  const now = Date.now() / 1000
  for (const left of ['2', '1', '0']) {
    const { status, headers } = await ask(ada)
    expect([status, headers.get('X-RateLimit-Limit')]).toEqual([200, '3'])
    expect(headers.get('X-RateLimit-Remaining')).toBe(left)
    const reset = Number(headers.get('X-RateLimit-Reset'))
    expect(reset).toBeGreaterThanOrEqual(Math.floor(now) + 59)
    expect(reset).toBeLessThanOrEqual(now + 65)
  }
})

it('refuses what is too much in the shape of an error, with the time to wait', async () => {
  const ask = await limited(three())
  await statuses(3, () => ask(ada))
  const answer = await ask(ada)
  const seconds = answer.headers.get('Retry-After')
  expect(Number(seconds)).toBeGreaterThanOrEqual(50)
  expect(Number(seconds)).toBeLessThanOrEqual(60)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('X-RateLimit-Remaining')).toBe('0')
  expect(await answer.json()).toEqual({
    error: 'RATE_LIMIT_EXCEEDED',
    message: `Too many requests. Retry in ${seconds} s.`,
  })
})

it('lets a caller ask again in the next window', async () => {
  const ask = await limited(three(1))
  expect(await statuses(4, () => ask(ada))).toEqual([200, 200, 200, 429])
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect((await ask(ada)).status).toBe(200)
})

it('counts each caller for itself', async () => {
  const ask = await limited(three())
  expect(await statuses(4, () => ask(ada))).toEqual([200, 200, 200, 429])
  expect((await ask(bob)).status).toBe(200)
})

it('answers guesses past the limit 429, right or wrong in form, and lets valid credentials pass', async () => {
  const ask = await limited(three())
  const guess = (): Promise<Response> => ask({ Authorization: 'Bearer a-guess' })
  expect(await statuses(4, guess)).toEqual([401, 401, 401, 429])
  expect((await ask()).status).toBe(429)
  expect((await ask(ada)).status).toBe(200)
  expect((await guess()).status).toBe(429)
})

it('does not lock out callers behind a proxy that is not named', async () => {
  const ask = await limited(three())
  const through = (credentials: object, client: string): Promise<Response> =>
    ask({ ...credentials, 'X-Forwarded-For': client })
  for (let guess = 0; guess < 50; guess++) {
    const answer = await through({ Authorization: `Bearer guess-${guess}` }, `192.0.2.${guess}`)
    expect(answer.status).toBe(guess < 3 ? 401 : 429)
  }
  expect((await through(ada, '198.51.100.1')).status).toBe(200)
  expect((await through(bob, '198.51.100.2')).status).toBe(200)
})

it('tells once of a proxy that is not named', async () => {
  const told: string[] = []
  const counter = new RateLimiterMemory({ points: 9, duration: 60 })
  const ask = (proxies: string[]): Promise<Ask> =>
    serving({
      rateLimit: rateLimit(
        counter,
        addressBehind(proxies, (by) => told.push(by)),
      ),
    })
  const named = await ask(['loopback'])
  await named({ 'X-Forwarded-For': '192.0.2.7' })
  const unnamed = await ask([])
  await unnamed()
  expect(told).toEqual([])
  await unnamed({ 'X-Forwarded-For': '192.0.2.7' })
  await unnamed({ 'X-Forwarded-For': '192.0.2.8' })
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/127\.0\.0\.1|::1/)
})

it('counts by address where nobody has to say who they are', async () => {
  const ask = await limited(three(), { isOpen: true })
  expect(await statuses(4, () => ask())).toEqual([200, 200, 200, 429])
})

it.each([
  ['by nobody', [], '192.0.2.7', '192.0.2.8', 429],
  ['by a proxy that is named', ['loopback'], '192.0.2.7', '192.0.2.8', 200],
  ['before the proxy that is named', ['loopback'], '1.1.1.1, 192.0.2.7', '2.2.2.2, 192.0.2.7', 429],
  ['by a proxy as nonsense', ['loopback'], 'unknown', '<script>', 429],
])('believes an address that is forwarded %s as far as it can', async (...given) => {
  const [, proxies, first, second, status] = given
  const ask = await limited(three(), { proxies, isOpen: true })
  await statuses(3, () => ask({ 'X-Forwarded-For': first }))
  expect((await ask({ 'X-Forwarded-For': second })).status).toBe(status)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb::2', '2001:db8:1:2::/64'],
  ['', ''],
])('knows the network of %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('with Redis', () => {
  const { it, beforeAll, afterAll } = testsThatNeed('redis')
  let redis: RedisServer
  beforeAll(async () => {
    redis = await redisServer()
  }, 300_000)
  afterAll(() => redis.stop())

  it('counts for several programs together, and each for itself while it is gone', async () => {
    let losses = 0
    const open = async (): Promise<{ ask: Ask; close: () => void }> => {
      const settings = { rateLimit: 3, rateLimitWindow: 60, rateLimitRedis: redis.url }
      const limit = await openRateLimit({ ...settings, trustedProxies: [] }, () => {
        losses++
      })
      if (!limit) throw new Error('no limit')
      return {
        ask: await serving({ rateLimit: limit.rateLimit }),
        close: () => {
          limit.close()
        },
      }
    }
    const one = await open()
    const two = await open()
    try {
      expect(await statuses(2, one.ask)).toEqual([200, 200])
      expect(await statuses(2, two.ask)).toEqual([200, 429])
      await redis.stop()
      expect(await statuses(4, one.ask)).toEqual([200, 200, 200, 429])
      expect(await statuses(3, two.ask)).toEqual([200, 200, 200])
      // Once each, however often they try to connect again.
      expect(losses).toBe(2)
      await redis.start()
      const began = Date.now()
      while ((await one.ask()).status === 429 && Date.now() - began < 10_000) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      expect((await one.ask()).headers.get('X-RateLimit-Remaining')).toBe('1')
    } finally {
      one.close()
      two.close()
    }
  }, 60_000)

  it('says at the start when it cannot be reached', async () => {
    const settings = { rateLimit: 3, rateLimitWindow: 60, trustedProxies: [] }
    const rateLimitRedis = 'redis://:secret@127.0.0.1:1'
    await expect(openRateLimit({ ...settings, rateLimitRedis }, () => undefined)).rejects.toThrow(
      /^cannot connect to Redis at 127\.0\.0\.1:1$/,
    )
  })
})
