import type { Knex } from 'knex'
import type { ConnectionOptions } from './dialect'
import { isTimeout } from './driver-error'

const ignore = (): void => undefined

/** What every dialect's pool has in common. */
export function poolConfig(
  { poolSize, connectTimeout }: ConnectionOptions,
  pool: Knex.PoolConfig = {},
): Knex.Config {
  return {
    // An error's message would repeat the statement with its values, for a log to keep.
    compileSqlOnError: false,
    acquireConnectionTimeout: connectTimeout,
    // Every error is thrown too, so that knex's own lines would only be a second, unstructured log.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
    pool: { min: 0, max: poolSize, ...pool },
  }
}

export interface PoolState {
  readonly used: number
  readonly free: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

/** The pool of knex, which its types leave out. https://github.com/vincit/tarn.js */
interface TarnPool {
  readonly max: number
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
  numPendingCreates(): number
}

export function poolState(db: Knex): PoolState {
  const pool = poolOf(db.client as Knex.Client)
  return {
    used: pool?.numUsed() ?? 0,
    free: pool?.numFree() ?? 0,
    waiting: pool?.numPendingAcquires() ?? 0,
  }
}

function poolOf(client: Knex.Client): TarnPool | undefined {
  return client.pool as TarnPool | undefined
}

/** All connections are at work, and too many requests wait for one, or one has waited for too long. */
export class OverloadedError extends Error {}

/**
 * What a client of knex does to get a connection, but without an endless queue: who would have to wait
 * behind all of it would rather know at once. And a pool that is full is told from a database that
 * cannot be reached, which knex reports alike.
 * @throws OverloadedError
 */
export async function acquireSession<Session>(
  client: Knex.Client,
  maxWaiting: number,
  acquire: () => Promise<Session>,
): Promise<Session> {
  const pool = poolOf(client)
  if (!pool) return acquire()
  const opening = pool.numPendingCreates()
  const waiting = pool.numPendingAcquires() - opening
  if (pool.numUsed() + opening >= pool.max && waiting >= maxWaiting) {
    throw new OverloadedError(`${waiting} requests wait for a connection`)
  }
  try {
    return await acquire()
  } catch (cause) {
    if (!isTimeout(cause) || pool.numUsed() < pool.max) throw cause
    throw new OverloadedError('all connections are at work', { cause })
  }
}
