/** A pool with a bounded queue: a limit on how many requests wait for a session, and for how long. */
import { unlessAborted } from '../../unless-aborted'
import { asConnectFailure, ConnectTimeoutError, OverloadedError } from './session-errors'
import { SessionQueue, type Counts, type Waiting } from './session-queue'
import { SessionSupply, type SessionLife, type SupplyLimits } from './session-supply'
import type { StatementKind } from './statement-kinds'
import { TickClock } from './tick-clock'

export interface PoolLimits extends SupplyLimits {
  /** Maximum number of requests that wait for a session; further ones are refused. */
  readonly maxWaiting: number
  /** Milliseconds to wait for a session. */
  readonly connectTimeout: number
}

export interface PoolState {
  readonly used: number
  readonly free: number
  /** Requests that wait for a session. */
  readonly waiting: number
}

/** `busy` when all sessions are in use, `full` when no more requests may wait for one. */
export type PoolLoad = 'free' | 'busy' | 'full'

export interface SessionRequest {
  /** The text of the statement. */
  readonly statement: string
  /** Callers are served in turn. */
  readonly caller: string
  readonly signal?: AbortSignal | undefined
}

interface WaitingRequest<Session> extends Waiting {
  readonly resolve: (session: Session) => void
  readonly reject: (reason: Error) => void
}

interface Use {
  readonly kind: StatementKind
  /** Start of the use, from `performance.now()`. */
  readonly since: number
}

const CLOSED = 'the connection is closed'

export class BoundedPool<Session> {
  private readonly queue: SessionQueue<WaitingRequest<Session>>
  private readonly supply: SessionSupply<Session>
  private readonly uses = new Map<Session, Use>()
  private readonly clock = new TickClock()
  /** Requests that wait for another request's statement and may need a session afterwards. */
  private followers = 0

  constructor(
    private readonly limits: PoolLimits,
    life: SessionLife<Session>,
  ) {
    this.queue = new SessionQueue(limits.max)
    this.supply = new SessionSupply(limits, life, {
      onFree: () => {
        this.lendFree()
      },
      onFailure: (error) => {
        const { isRefused, used, opening } = this.supply
        // The request that needs the session fails, and the others try again. If the server only has
        // too many sessions, the request can have one of the others.
        const canWait = isRefused && used + opening > 0
        if (!canWait) this.queue.take(this.running())?.reject(this.openError(error))
      },
    })
  }

  /** Changes the number of idle sessions to keep open. */
  keepIdle(min: number): void {
    this.supply.keepIdle(min)
  }

  state(): PoolState {
    const { used, free } = this.supply
    return { used, free, waiting: this.queue.size }
  }

  load(): PoolLoad {
    if (this.supply.used < this.limits.max) return 'free'
    return this.hasMaxWaiting() ? 'full' : 'busy'
  }

  /**
   * Waits for a session, unless too many requests wait already. When the signal is aborted, the request
   * leaves the queue.
   * @throws OverloadedError, ConnectTimeoutError, the error of `create`, or the signal's reason
   */
  async acquire({ statement, caller, signal }: SessionRequest): Promise<Session> {
    if (this.supply.isClosed) throw new Error(CLOSED)
    const kind = this.queue.kinds.of(statement)
    const hasRoom = kind.length === 'short' || this.queue.hasRoom(kind.length, this.running())
    const session = hasRoom ? this.supply.take() : undefined
    if (session !== undefined) return this.lend(session, kind)
    if (!hasRoom || !this.supply.canOpen()) this.requireRoom()
    return this.wait(kind, caller, signal)
  }

  /**
   * @param isComplete whether the statement has returned its result; the time until another end, such as
   *   a cancel, does not tell how long it would have taken
   */
  release(session: Session, isComplete: boolean): void {
    const use = this.uses.get(session)
    if (!use) return
    this.uses.delete(session)
    const duration = this.clock.since(use.since)
    if (isComplete) this.queue.record(use.kind, duration)
    else this.queue.recordRunning(use.kind, duration)
    this.supply.release(session)
  }

  /**
   * Waits for the statement of another request. The waiting request counts in the queue for a session.
   * @throws OverloadedError, or the signal's reason as soon as it is aborted
   */
  async waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { used, opening } = this.supply
    if (this.waiting() > 0 || used + opening >= this.limits.max) this.requireRoom()
    this.followers++
    try {
      await unlessAborted(signal, work)
    } finally {
      this.followers--
    }
  }

  /** Refuses waiting requests, waits for running statements, and closes every session. */
  close(): Promise<void> {
    const closed = this.supply.close()
    for (const { reject } of this.queue.clear()) reject(new Error(CLOSED))
    return closed
  }

  /** Requests that wait, except for sessions that are being opened. */
  private waiting(): number {
    return this.queue.size - this.supply.opening + this.followers
  }

  private hasMaxWaiting(): boolean {
    return this.waiting() >= this.limits.maxWaiting
  }

  private requireRoom(): void {
    if (!this.hasMaxWaiting()) return
    throw new OverloadedError(`${this.limits.maxWaiting} requests wait for a connection`)
  }

  /** Counts the running statements, and records which of them already run for long. */
  private running(): Counts {
    const counts = { short: 0, medium: 0, unmeasured: 0, long: 0 }
    for (const { kind, since } of this.uses.values()) {
      this.queue.recordRunning(kind, this.clock.since(since))
      counts[kind.length]++
    }
    return counts
  }

  private wait(kind: StatementKind, caller: string, signal?: AbortSignal): Promise<Session> {
    return new Promise((resolve, reject) => {
      const leaveQueue = (): void => {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', abort)
      }
      const waiting: WaitingRequest<Session> = {
        ...{ kind, caller, since: performance.now() },
        resolve: (session) => {
          leaveQueue()
          resolve(session)
        },
        reject: (reason) => {
          leaveQueue()
          reject(reason)
        },
      }
      const fail = (reason: Error): void => {
        this.queue.delete(waiting)
        waiting.reject(reason)
      }
      const abort = (): void => {
        fail(signal?.reason as Error)
      }
      const deadline = setTimeout(() => {
        fail(this.timeoutError(kind))
      }, this.limits.connectTimeout)
      signal?.addEventListener('abort', abort)
      this.queue.push(waiting)
      this.lendFree()
    })
  }

  private lend(session: Session, kind: StatementKind): Session {
    this.clock.start(() => {
      if (this.queue.size > 0) {
        this.queue.forgetIdle((kind) => [...this.uses.values()].some((use) => use.kind === kind))
        // Kinds whose length is known by now may have room.
        this.lendFree()
      }
      return this.uses.size > 0
    })
    this.uses.set(session, { kind, since: performance.now() })
    return session
  }

  /** Lends free sessions to waiting requests, and opens sessions for the others. */
  private lendFree(): void {
    if (this.queue.size === 0) return
    let running = this.running()
    while (this.queue.hasNext(running)) {
      const session = this.supply.take()
      if (session === undefined) break
      const next = this.queue.take(running)
      next?.resolve(this.lend(session, next.kind))
      running = this.running()
    }
    const ready = this.queue.ready(running)
    while (this.supply.canOpen() && this.supply.opening < ready) this.supply.open()
  }

  private timeoutError(kind: StatementKind): Error {
    const hasRoom = this.queue.hasRoom(kind.length, this.running())
    const { used, isRefused } = this.supply
    if (!hasRoom || used >= this.limits.max || (isRefused && used > 0)) return inUse()
    return asConnectFailure(new ConnectTimeoutError('no connection could be opened in time'))
  }

  private openError(cause: unknown): Error {
    const isFull = this.supply.used >= this.limits.max
    if (isFull && cause instanceof ConnectTimeoutError) return inUse(cause)
    // Errors of another realm, such as those of Node.js in tests, are no instances of `Error` here.
    return asConnectFailure(cause as Error)
  }
}

function inUse(cause?: unknown): OverloadedError {
  return new OverloadedError('all connections are in use', { cause })
}
