/** What depends on the time of day, after the clock was set back. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressBehind, jsonWebTokens, rateLimit } from '../../src'
import { createApp } from '../../src/app'
import { bearer, clientOf, listen, stopServers } from '../support/authentication'
import { BY_PUBLIC_KEY, KEY_PAIR, sign } from '../support/json-web-tokens'
import { NO_TABLES } from '../support/no-tables'
import { serveApp } from '../support/serve-app'

afterEach(stopServers)

const HOUR = 3_600_000

/** @returns a function that sets the clock back to the real time */
function setClockAhead(): () => void {
  const now = jest.spyOn(Date, 'now')
  now.mockImplementation(() => performance.timeOrigin + performance.now() + HOUR)
  return () => {
    now.mockRestore()
  }
}

it('has new keys of tokens', async () => {
  const published = async (key: KeyObject, kid: string): Promise<object> => {
    const { exportJWK } = await import('jose')
    return { ...(await exportJWK(key)), kid, alg: 'ES256' }
  }
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let keys = [await published(KEY_PAIR.publicKey, 'first')]
  let isDown = false
  const origin = await listen((_request, response) => {
    response.statusCode = isDown ? 503 : 200
    response.end(JSON.stringify({ keys }))
  })
  const setBack = setClockAhead()
  const scheme = await jsonWebTokens({ ...BY_PUBLIC_KEY, key: { jwksUrl: `${origin}/keys` } })
  const send = await clientOf([scheme])
  const exp = Math.floor((Date.now() + HOUR) / 1000)
  const tokenOf = (key: KeyObject, kid: string): Promise<string> =>
    sign({ exp }, key, { alg: 'ES256', kid })
  expect((await send(bearer(await tokenOf(KEY_PAIR.privateKey, 'first')))).status).toBe(200)
  setBack()
  isDown = true
  expect((await send(bearer(await tokenOf(KEY_PAIR.privateKey, 'first')))).status).toBe(200)
  isDown = false
  keys = [await published(other.publicKey, 'second')]
  expect((await send(bearer(await tokenOf(other.privateKey, 'second')))).status).toBe(200)
})

it('lets clients wait for at most the window of a rate limit', async () => {
  const counter = new RateLimiterMemory({ points: 1, duration: 10 })
  const limit = rateLimit(counter, addressBehind([]), 10)
  const { origin, stop } = await serveApp(createApp({ tables: NO_TABLES, rateLimit: limit }))
  const send = (): Promise<Response> => fetch(`${origin}/api/table-viewer/tables`)
  const setBack = setClockAhead()
  try {
    expect((await send()).status).toBe(200)
    setBack()
    const { status, headers } = await send()
    expect(status).toBe(429)
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(10)
    const reset = Number(headers.get('X-RateLimit-Reset'))
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(11)
  } finally {
    setBack()
    stop()
  }
})
