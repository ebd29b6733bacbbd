/** Where requests are counted: in this program, for all of its workers together, or in Redis. */
import cluster from 'node:cluster'
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'
import { StartError } from '../../start-error'
import type { RequestCounter } from './rate-limit'

export interface CounterLimits {
  /** Requests that one caller may make in a window. */
  readonly points: number
  /** Seconds of a window. */
  readonly duration: number
}

export interface OpenCounter {
  readonly counter: RequestCounter
  close(): void
}

/** Milliseconds; what takes longer is counted here instead. */
const REDIS_TIMEOUT = 500

const keyPrefix = 'tablequery'

export function counterInMemory(limits: CounterLimits): OpenCounter {
  const options = { ...limits, keyPrefix }
  const counter = cluster.isWorker
    ? new RateLimiterCluster(options)
    : new RateLimiterMemory(options)
  return { counter, close: () => undefined }
}

/** Answers the counters of this process's workers. */
export function createMasterCounter(): void {
  new RateLimiterClusterMaster()
}

/**
 * Counts for all programs that share a Redis. While it cannot be reached, each counts for itself.
 * @param onLoss called whenever the connection is lost
 * @throws StartError when it cannot be reached at the start
 */
export async function counterInRedis(
  url: string,
  limits: CounterLimits,
  onLoss: () => void,
): Promise<OpenCounter> {
  // Loaded only where it is asked for.
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
    if (isReady) onLoss()
    isReady = false
  })
  // Attempts to connect again fail alike, and without a listener the first would end the process.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
  } catch (cause) {
    redis.disconnect()
    const { host } = new URL(url)
    throw new StartError(`cannot use the Redis at ${host}`, { cause })
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
