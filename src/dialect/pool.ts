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

interface PendingAcquire {
  readonly promise: Promise<unknown>
  /** Gives the place in the queue up. */
  abort(): void
}

/** The pool of knex, which its types leave out. https://github.com/vincit/tarn.js */
interface TarnPool {
  readonly max: number
  acquire(): PendingAcquire
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

/** No connection was had within the time that there is for it. */
export class ConnectTimeoutError extends Error {}

/** What came of the wait for a connection that could not be opened. */
const connectFailures = new WeakSet<object>()

/** Whether it says that no connection could be had, so that another statement would fare no better. */
export function isConnectFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && connectFailures.has(error)
}

/** `busy` when all connections are at work, `full` when no more requests may wait for one. */
export function poolLoad(db: Knex, maxWaiting: number): 'free' | 'busy' | 'full' {
  const client = db.client as Knex.Client
  const pool = poolOf(client)
  if (!pool || pool.numUsed() < pool.max) return 'free'
  return isFull(client, pool, maxWaiting) ? 'full' : 'busy'
}

/** Opens one more connection than the pool has, and closes it. */
export async function reachServer(db: Knex): Promise<void> {
  const client = db.client as Knex.Client
  await client.destroyRawConnection(await client.acquireRawConnection())
}

/** Requests that wait for another's statement, and then need a connection too. */
const followers = new WeakMap<Knex.Client, number>()

function isFull(client: Knex.Client, pool: TarnPool, maxWaiting: number): boolean {
  const opening = pool.numPendingCreates()
  if (pool.numUsed() + opening < pool.max) return false
  const waiting = pool.numPendingAcquires() - opening + (followers.get(client) ?? 0)
  return waiting >= maxWaiting
}

function requireRoom(client: Knex.Client, maxWaiting: number): void {
  const pool = poolOf(client)
  if (pool && isFull(client, pool, maxWaiting)) {
    throw new OverloadedError(`${maxWaiting} requests wait for a connection`)
  }
}

/**
 * Waits for the statement of another request, with a place in the queue for a connection.
 * @throws OverloadedError, or the signal's reason as soon as it is aborted
 */
export async function waitInQueue(
  db: Knex,
  maxWaiting: number,
  work: Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const client = db.client as Knex.Client
  signal?.throwIfAborted()
  requireRoom(client, maxWaiting)
  followers.set(client, (followers.get(client) ?? 0) + 1)
  let leave: (() => void) | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      leave = () => {
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', leave)
      work.then(() => {
        resolve()
      }, reject)
    })
  } finally {
    if (leave) signal?.removeEventListener('abort', leave)
    followers.set(client, (followers.get(client) ?? 1) - 1)
  }
}

/**
 * What a client of knex does to get a connection, but without an endless queue: a request that would
 * wait behind all of it is refused at once, and one whose client leaves gives its place up.
 * @throws OverloadedError, ConnectTimeoutError, what the driver throws, or the signal's reason
 */
export async function acquireSession(
  client: Knex.Client,
  maxWaiting: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const pool = poolOf(client)
  if (!pool) throw new Error('the connections are closed')
  requireRoom(client, maxWaiting)
  const pending = pool.acquire()
  const leave = (): void => {
    pending.abort()
  }
  signal?.addEventListener('abort', leave)
  try {
    return await pending.promise
  } catch (cause) {
    signal?.throwIfAborted()
    throw connectFailure(cause, pool)
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

/** Distinguishes a full pool from a server that cannot be reached; the pool has one error for both. */
function connectFailure(cause: unknown, pool: TarnPool): unknown {
  const isPoolTimeout = cause instanceof Error && cause.constructor.name === 'TimeoutError'
  if ((isPoolTimeout || isTimeout(cause)) && pool.numUsed() >= pool.max) {
    return new OverloadedError('all connections are at work', { cause })
  }
  const failure = isPoolTimeout
    ? new ConnectTimeoutError('timeout: no connection could be opened in time', { cause })
    : cause
  if (typeof failure === 'object' && failure !== null) connectFailures.add(failure)
  return failure
}
