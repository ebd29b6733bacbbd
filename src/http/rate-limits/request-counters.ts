/** Counters of requests: in memory, for all workers together, or in Redis. */
import cluster from 'node:cluster'
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'
import { errorCode } from '../../error-code'
import { StartError } from '../../start-error'
import type { RequestCounter } from './rate-limit'

interface CounterLimits {
  /** Maximum number of requests per caller and window. */
  readonly points: number
  /** Length of a window in seconds. */
  readonly duration: number
}

interface OpenCounter {
  readonly counter: RequestCounter
  close(): void
}

/** Milliseconds; after that, the request is counted in memory instead. */
const REDIS_TIMEOUT = 500

const keyPrefix = 'tablequery'

export function counterInMemory(limits: CounterLimits): OpenCounter {
  const options = { ...limits, keyPrefix }
  const counter = cluster.isWorker
    ? new RateLimiterCluster(options)
    : new RateLimiterMemory(options)
  return { counter, close: () => undefined }
}

/** Counts for the workers of this process. */
export function createPrimaryCounter(): void {
  new RateLimiterClusterMaster()
}

/**
 * Counts in a Redis server that several programs share. While it is unavailable, each counts alone.
 * @param onDisconnect called whenever the connection is lost
 * @throws StartError if the server is unavailable at the start
 */
export async function counterInRedis(
  url: string,
  limits: CounterLimits,
  onDisconnect: () => void,
): Promise<OpenCounter> {
  // Imported on demand, to start faster without it.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 10 * REDIS_TIMEOUT,
    commandTimeout: REDIS_TIMEOUT,
    socketTimeout: REDIS_TIMEOUT,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  })
  let isReady = false
  redis.on('ready', () => {
    isReady = true
  })
  redis.on('close', () => {
    if (isReady) onDisconnect()
    isReady = false
  })
  // The promise of a failed connection rejects without the reason. Without a listener, a failed reconnect would crash
  // the process.
  let lastError: unknown
  redis.on('error', (error) => {
    lastError = error
  })
  try {
    await redis.connect()
  } catch (cause) {
    redis.disconnect()
    const { host } = new URL(url)
    throw new StartError(`cannot connect to Redis at ${host}${reasonOf(lastError ?? cause)}`, {
      cause,
    })
  }
  const counter = new RateLimiterRedis({
    ...limits,
    keyPrefix,
    storeClient: redis,
    insuranceLimiter: counterInMemory(limits).counter,
  })
  return {
    counter,
    close: () => {
      isReady = false
      redis.disconnect()
    },
  }
}

/** The code of the network or of TLS, or the word with which an error of Redis begins, e.g. `WRONGPASS`. */
function reasonOf(error: unknown): string {
  const word = error instanceof Error ? /^[A-Z]+\b/.exec(error.message)?.[0] : undefined
  const reason = errorCode(error) || word
  return reason === undefined || reason === '' ? '' : `: ${reason}`
}
