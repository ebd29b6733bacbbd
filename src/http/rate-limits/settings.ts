/** Settings of how often a caller may ask, and by which address it is known. */
import Joi from 'joi'
import proxyAddr from 'proxy-addr'
import { listOrText, type Setting } from '../../setting'
import { addressBehind } from './client-address'
import type { RateLimit } from './rate-limit'

export interface RateLimitSettings {
  readonly rateLimit?: number
  readonly rateLimitWindow: number
  readonly rateLimitRedis?: string
  readonly trustedProxies: readonly string[]
}

const proxyList = Joi.array()
  .items(Joi.string())
  .custom((proxies: string[]) => (proxyAddr.compile(proxies), proxies))

export const RATE_LIMIT_SETTINGS: Readonly<Record<keyof RateLimitSettings, Setting>> = {
  rateLimit: {
    schema: Joi.number().integer().min(1).max(1_000_000_000),
    allowed: 'a whole number from 1 to 1000000000',
    description: 'requests that one caller may make in a window (default: no limit)',
  },
  rateLimitWindow: {
    schema: Joi.number().integer().min(1).max(86_400).default(60),
    allowed: 'a whole number of seconds from 1 to 86400',
    description: 'seconds of a window (default: 60)',
  },
  rateLimitRedis: {
    schema: Joi.string()
      .uri({ scheme: ['redis', 'rediss'] })
      .custom((url: string) => {
        const { username, password } = new URL(url)
        decodeURIComponent(username + password)
        return url
      }),
    allowed: 'a redis:// or rediss:// URL, with % written as %25',
    description: 'where several programs count together (default: each for itself)',
    secret: 'in URL',
  },
  trustedProxies: {
    schema: listOrText(proxyList).default([]),
    allowed: 'a list of addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal',
    description: 'proxies whose X-Forwarded-For is believed (default: none)',
  },
}

/** What cannot be set alone; `undefined` when all is well. */
export function rateLimitConflict(settings: RateLimitSettings): string | undefined {
  const isIdle = settings.rateLimit === undefined && settings.rateLimitRedis !== undefined
  return isIdle ? 'rateLimitRedis needs rateLimit' : undefined
}

export interface OpenRateLimit {
  readonly rateLimit: RateLimit
  close(): void
}

/**
 * `undefined` when there is no limit.
 * @throws StartError
 */
export async function openRateLimit(
  settings: RateLimitSettings,
  onRedisLoss: () => void,
  onUnnamedProxy?: (address: string) => void,
): Promise<OpenRateLimit | undefined> {
  const { rateLimit: points, rateLimitWindow: duration, rateLimitRedis: url } = settings
  if (points === undefined) return undefined
  // Loaded only where it is asked for.
  const [{ rateLimit }, { counterInMemory, counterInRedis }] = await Promise.all([
    import('./rate-limit.js'),
    import('./request-counters.js'),
  ])
  const limits = { points, duration }
  const open =
    url === undefined ? counterInMemory(limits) : await counterInRedis(url, limits, onRedisLoss)
  return {
    rateLimit: rateLimit(open.counter, addressBehind(settings.trustedProxies, onUnnamedProxy)),
    close: () => {
      open.close()
    },
  }
}

/** To be called in the primary process, before its workers count their requests together in it. */
export async function countForWorkers({ rateLimit }: RateLimitSettings): Promise<void> {
  if (rateLimit === undefined) return
  const { createMasterCounter } = await import('./request-counters.js')
  createMasterCounter()
}
