/** Settings of rate limits and of the proxies that report client addresses. */
import Joi from 'joi'
import proxyAddr from 'proxy-addr'
import { setting, type SettingValues } from '../../settings/setting-definition'
import { list, text, wholeNumber } from '../../settings/setting-type'
import { addressBehind } from './client-address'
import type { RateLimit } from './rate-limit'

const proxies = Joi.array()
  .items(Joi.string())
  .custom((addresses: string[]) => (proxyAddr.compile(addresses), addresses))

export const RATE_LIMIT_SETTINGS = {
  rateLimit: setting(wholeNumber({ from: 1, to: 1_000_000_000 }), {
    description: 'Maximum number of requests per caller and window',
    unset: 'unlimited',
  }),
  rateLimitWindow: setting(wholeNumber({ from: 1, to: 86_400, unit: 'seconds' }), {
    description: 'Length of the window of the rate limit',
    default: 60,
  }),
  rateLimitRedis: setting(
    text(
      'a redis:// or rediss:// URL, with % written as %25',
      Joi.string()
        .uri({ scheme: ['redis', 'rediss'] })
        .custom((url: string) => {
          const { username, password } = new URL(url)
          decodeURIComponent(username + password)
          return url
        }),
    ),
    {
      description: 'Redis server with counters that several programs share',
      unset: 'no sharing',
      secret: 'in URL',
    },
  ),
  trustedProxies: setting(
    list(
      'a list of addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal',
      proxies,
    ),
    {
      description: 'Proxies whose X-Forwarded-For header is trusted',
      default: [],
      unset: 'none',
    },
  ),
}

export type RateLimitSettings = SettingValues<typeof RATE_LIMIT_SETTINGS>

/** Describes the first invalid combination of settings; `undefined` if there is none. */
export function rateLimitConflict(settings: RateLimitSettings): string | undefined {
  const isUnused = settings.rateLimit === undefined && settings.rateLimitRedis !== undefined
  return isUnused ? 'rateLimitRedis needs rateLimit' : undefined
}

export interface RateLimitListeners {
  readonly onRedisDisconnect: () => void
  readonly onUntrustedProxy?: (address: string) => void
}

interface OpenRateLimit {
  readonly rateLimit: RateLimit
  close(): void
}

/**
 * Opens the counters; `undefined` if there is no limit.
 * @throws StartError
 */
export async function openRateLimit(
  settings: RateLimitSettings,
  { onRedisDisconnect, onUntrustedProxy }: RateLimitListeners,
): Promise<OpenRateLimit | undefined> {
  const { rateLimit: points, rateLimitWindow: duration, rateLimitRedis: url } = settings
  if (points === undefined) return undefined
  // Imported on demand, to start faster without it.
  const [{ rateLimit }, { counterInMemory, counterInRedis }] = await Promise.all([
    import('./rate-limit.js'),
    import('./request-counters.js'),
  ])
  const limits = { points, duration }
  const open =
    url === undefined
      ? counterInMemory(limits)
      : await counterInRedis(url, limits, onRedisDisconnect)
  const addressOf = addressBehind(settings.trustedProxies, onUntrustedProxy)
  return {
    rateLimit: rateLimit(open.counter, addressOf, duration),
    close: () => {
      open.close()
    },
  }
}

/** Lets workers share one counter. Call it in the primary process, before the workers start. */
export async function shareCounterAmongWorkers({ rateLimit }: RateLimitSettings): Promise<void> {
  if (rateLimit === undefined) return
  const { createPrimaryCounter } = await import('./request-counters.js')
  createPrimaryCounter()
}
