/** A pool with a bounded queue: a limit on how many requests wait for a session, and for how long. */
import { unlessAborted } from '../../unless-aborted'
import { notOpened, poolClosed, waitedTooLong } from './acquire-errors'
import type { PoolLoad, PoolState } from './pool-state'
import { QueueLimit } from './queue-limit'
import { RunningStatements } from './running-statements'
import { SessionQueue } from './session-queue'
import { SessionSupply, type SessionFactory, type SupplyLimits } from './session-supply'
import type { StatementKind } from './statement-kinds'
import { waitForSession, type SessionRequest, type WaitingRequest } from './waiting-request'

export interface PoolLimits extends SupplyLimits {
  /** Maximum number of requests that wait for a session. */
  readonly maxWaiting: number
  /** Milliseconds to wait for a session. */
  readonly connectTimeout: number
}

export class BoundedPool<Session> {
  private readonly queue: SessionQueue<WaitingRequest<Session>>
  private readonly limit: QueueLimit
  private readonly running: RunningStatements<Session>
  private readonly supply: SessionSupply<Session>

  constructor(
    private readonly limits: PoolLimits,
    factory: SessionFactory<Session>,
  ) {
    this.queue = new SessionQueue(limits.max)
    this.limit = new QueueLimit(limits.maxWaiting)
    this.running = new RunningStatements(this.queue, () => {
      if (this.queue.size === 0) return
      this.queue.forgetIdle((kind) => this.running.includes(kind))
      this.running.interruptLong(this.queue.excess(this.running.measure()))
      // Statements whose kind has been measured by now may have room.
      this.lendFree()
    })
    this.supply = new SessionSupply(limits, factory, {
      onFree: () => {
        this.lendFree()
      },
      onFailure: (error) => {
        const { isRefused, used, opening } = this.supply
        // The request that needs the session fails, and the others try again. If the server only has
        // too many sessions, the request can have one of the others.
        if (isRefused && used + opening > 0) return
        const reason = notOpened(error, used >= limits.max)
        this.queue.take(this.running.measure())?.refuse(reason)
      },
    })
  }

  /** Changes the number of idle sessions to keep open. */
  keepIdle(minIdle: number): void {
    this.supply.keepIdle(minIdle)
  }

  endIdle(): void {
    this.supply.endIdle()
  }

  state(): PoolState {
    const { used, free } = this.supply
    return { used, free, waiting: this.limit.size }
  }

  load(): PoolLoad {
    const { used, arriving } = this.supply
    if (used < this.limits.max) return 'free'
    return this.limit.isReached(arriving) ? 'full' : 'busy'
  }

  /**
   * Lends a session, or waits for one. If too many requests wait, the newest one of the caller with most of
   * them is refused. When the signal is aborted, the request leaves the queue.
   * @returns a promise if the request must wait
   * @throws OverloadedError, ConnectTimeoutError, the error of `create`, or the signal's reason
   */
  acquire({
    statement,
    isCatalogue,
    caller,
    signal,
    isAlreadyWaiting = false,
    onWaiting,
  }: SessionRequest): Session | Promise<Session> {
    if (this.supply.isClosed) throw poolClosed()
    const kind = this.queue.kinds.of(statement, isCatalogue)
    const hasRoom = kind.length === 'short' || this.hasRoom(kind)
    const session = hasRoom ? this.supply.take() : undefined
    if (session !== undefined) return this.lend(session, kind)
    // A request does not count as waiting if it waits only until its own session is open.
    const mustWait = !hasRoom || !this.supply.canOpen()
    if (mustWait && !isAlreadyWaiting) this.limit.requireRoom(caller, this.supply.arriving)
    return waitForSession({
      kind,
      caller,
      signal,
      timeout: this.limits.connectTimeout,
      timeoutError: () => this.timeoutError(kind),
      onStart: (request) => {
        if (!isAlreadyWaiting) {
          this.limit.add(request)
          onWaiting?.(() => {
            this.limit.delete(request)
          })
        }
        this.queue.push(request)
        this.lendFree()
      },
      onEnd: (request) => {
        this.limit.delete(request)
        this.queue.delete(request)
      },
    })
  }

  /**
   * Lets the pool end the statement that runs on the session if it turns out to be long and others wait
   * because of it.
   * @param interrupt ends the statement, which runs again later
   */
  setInterrupt(session: Session, interrupt: () => void): void {
    this.running.setInterrupt(session, interrupt)
  }

  /** @param isComplete whether the statement has returned its result */
  release(session: Session, isComplete: boolean): void {
    if (this.running.end(session, isComplete)) this.supply.release(session)
  }

  /**
   * Waits for the statement of another request. The waiting request counts in the queue for a session,
   * because it may need one afterwards.
   * @throws OverloadedError, or the signal's reason as soon as it is aborted
   */
  async waitInQueue(work: Promise<unknown>, caller: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { used, opening, arriving } = this.supply
    const isNext = !this.limit.isUsed(arriving) && used + opening < this.limits.max
    if (!isNext) this.limit.requireRoom(caller, arriving)
    await this.limit.during(caller, unlessAborted(signal, work))
  }

  /** Refuses waiting requests, waits for running statements, and closes every session. */
  close(): Promise<void> {
    const closed = this.supply.close()
    for (const request of this.queue.clear()) request.refuse(poolClosed())
    return closed
  }

  private lend(session: Session, kind: StatementKind): Session {
    this.running.start(session, kind)
    return session
  }

  private hasRoom(kind: StatementKind): boolean {
    return this.queue.hasRoom(kind.length, this.running.measure())
  }

  /** Lends free sessions to waiting requests, and opens sessions for the others. */
  private lendFree(): void {
    if (this.queue.size === 0) return
    let running = this.running.measure()
    while (this.queue.hasNext(running)) {
      const session = this.supply.take()
      if (session === undefined) break
      const next = this.queue.take(running)
      next?.lend(this.lend(session, next.kind))
      running = this.running.measure()
    }
    const ready = this.queue.ready(running)
    while (this.supply.canOpen() && this.supply.opening < ready) this.supply.open()
  }

  private timeoutError(kind: StatementKind): Error {
    const { used, isRefused } = this.supply
    const isFull = used >= this.limits.max || (isRefused && used > 0)
    return waitedTooLong(isFull || !this.hasRoom(kind))
  }
}
