/** A pool with a bounded queue: a limit on how many requests wait for a session, and for how long. */
import { Pool, TimeoutError } from 'tarn'
import { asConnectFailure, ConnectTimeoutError, OverloadedError } from './session-errors'

export interface PoolLimits {
  /** Number of idle sessions to keep open. */
  readonly min: number
  readonly max: number
  /** Maximum number of requests that wait for a session; further ones are refused. */
  readonly maxWaiting: number
  /** Milliseconds to wait for a session. */
  readonly connectTimeout: number
  /** Milliseconds after which an idle session above `min` is closed; 0: never. */
  readonly idleTimeout: number
}

export interface PoolState {
  readonly used: number
  readonly free: number
  /** Requests that wait for a session. */
  readonly waiting: number
}

/** `busy` when all sessions are in use, `full` when no more requests may wait for one. */
export type PoolLoad = 'free' | 'busy' | 'full'

/** Opens and closes sessions; both promises settle within their own deadlines. */
export interface SessionLife<Session> {
  create(): Promise<Session>
  /** Whether it may be lent. */
  isFit(session: Session): boolean
  destroy(session: Session): Promise<unknown>
}

/** Milliseconds that tarn's timeouts for opening and closing exceed the deadlines of `SessionLife`. */
const SLACK = 1000

const CLOSED = 'the connection is closed'

class ReapingPool<Session> extends Pool<Session> {
  keepIdle(min: number): void {
    this.min = min
  }
}

export class BoundedPool<Session> {
  private readonly pool: ReapingPool<Session>
  private isClosed = false
  /** Requests that wait for another request's statement and may need a session afterwards. */
  private followers = 0

  constructor(
    private readonly limits: PoolLimits,
    life: SessionLife<Session>,
    closeTimeout: number,
  ) {
    const { min, max, connectTimeout, idleTimeout } = limits
    this.pool = new ReapingPool({
      ...{ min, max },
      create: () => life.create(),
      validate: (session) => life.isFit(session),
      destroy: (session) => life.destroy(session),
      acquireTimeoutMillis: connectTimeout,
      createTimeoutMillis: connectTimeout + SLACK,
      destroyTimeoutMillis: closeTimeout + SLACK,
      idleTimeoutMillis: idleTimeout === 0 ? Infinity : idleTimeout,
      // When a session cannot be opened, the first waiting request fails, instead of a retry.
      propagateCreateError: true,
    })
  }

  /** Changes the number of idle sessions to keep open. */
  keepIdle(min: number): void {
    this.pool.keepIdle(min)
  }

  state(): PoolState {
    return {
      used: this.pool.numUsed(),
      free: this.pool.numFree(),
      waiting: this.pool.numPendingAcquires(),
    }
  }

  load(): PoolLoad {
    if (this.pool.numUsed() < this.limits.max) return 'free'
    return this.isFull() ? 'full' : 'busy'
  }

  /**
   * Waits for a session, unless too many requests wait already. When the signal is aborted, the request
   * leaves the queue.
   * @throws OverloadedError, ConnectTimeoutError, the error of `create`, or the signal's reason
   */
  async acquire(signal?: AbortSignal): Promise<Session> {
    if (this.isClosed) throw new Error(CLOSED)
    this.requireRoom()
    const pending = this.pool.acquire()
    // tarn validates a session in microtasks. If the request is aborted between these, tarn does not
    // serve the requests behind it in the queue. `setImmediate` aborts after these: the request has its
    // session by then, and releases it.
    const leaveQueue = (): void => {
      setImmediate(() => {
        pending.abort()
      })
    }
    signal?.addEventListener('abort', leaveQueue)
    try {
      return await pending.promise
    } catch (cause) {
      signal?.throwIfAborted()
      throw this.acquireFailure(cause)
    } finally {
      signal?.removeEventListener('abort', leaveQueue)
    }
  }

  release(session: Session): void {
    this.pool.release(session)
  }

  /**
   * Waits for the statement of another request. The waiting request counts in the queue for a session.
   * @throws OverloadedError, or the signal's reason as soon as it is aborted
   */
  async waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.requireRoom()
    this.followers++
    let leaveQueue: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        leaveQueue = () => {
          reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', leaveQueue)
        work.then(() => {
          resolve()
        }, reject)
      })
    } finally {
      if (leaveQueue) signal?.removeEventListener('abort', leaveQueue)
      this.followers--
    }
  }

  /** Waits for running statements, then closes every session. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.pool.destroy()
  }

  private isFull(): boolean {
    const opening = this.pool.numPendingCreates()
    if (this.pool.numUsed() + opening < this.limits.max) return false
    const waiting = this.pool.numPendingAcquires() - opening + this.followers
    return waiting >= this.limits.maxWaiting
  }

  private requireRoom(): void {
    if (!this.isFull()) return
    throw new OverloadedError(`${this.limits.maxWaiting} requests wait for a connection`)
  }

  /** Distinguishes a full pool from a server that cannot be reached. */
  private acquireFailure(cause: unknown): unknown {
    if (this.isClosed) return new Error(CLOSED, { cause })
    const isLate = cause instanceof TimeoutError || cause instanceof ConnectTimeoutError
    if (!isLate) return asConnectFailure(cause)
    if (this.pool.numUsed() >= this.limits.max) {
      return new OverloadedError('all connections are in use', { cause })
    }
    return asConnectFailure(
      new ConnectTimeoutError('no connection could be opened in time', { cause }),
    )
  }
}
