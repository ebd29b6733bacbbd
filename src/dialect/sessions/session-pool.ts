/** Lends sessions to statements, and closes those that must not run another one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../connection-url/address'
import type { ConnectionOptions } from '../dialect'
import { BoundedPool, type PoolLoad, type PoolState } from './bounded-pool'
import { withDeadline, type Deadline } from './deadline'
import type { SessionDriver } from './session-driver'
import {
  ConnectTimeoutError,
  EncryptionNotOfferedError,
  SilentDatabaseError,
  StatementTimeoutError,
} from './session-errors'

/** The part of the pool that the core uses. */
export interface Sessions {
  state(): PoolState
  load(): PoolLoad
  /**
   * Waits for the statement of another request. The waiting request counts in the queue for a session.
   * @throws OverloadedError, or the signal's reason as soon as it is aborted
   */
  waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void>
  /** Opens one more session than the pool has, and closes it. */
  reachServer(): Promise<void>
}

export type SessionPoolOptions = Omit<ConnectionOptions, 'maxBytes'> & {
  /** Number of idle sessions to keep open; default: 0. */
  readonly minIdle?: number
}

/**
 * Milliseconds after `statementTimeout` within which the database must report that it has cancelled the
 * statement. If it does not, it is unreachable: packets can be lost without a reset.
 */
const GRACE = 5000

/** Milliseconds between two cancels of a statement, and between two checks whether it has ended. */
const CANCEL_INTERVAL = 500
const POLLING = 10

export class SessionPool<Session extends object> implements Sessions {
  private readonly pool: BoundedPool<Session>
  /**
   * Sessions of an earlier generation are not lent. When one session gets no response, the packets of
   * all open sessions are lost, and each session would need as long to detect it.
   */
  private generation = 0
  private readonly generations = new WeakMap<Session, number>()
  /** Not lent again: a cancel that arrives late would hit the session's next statement. */
  private readonly cancelled = new WeakSet<Session>()

  constructor(
    private readonly driver: SessionDriver<Session>,
    private readonly options: SessionPoolOptions,
  ) {
    const { poolSize, maxWaiting, connectTimeout, minIdle = 0 } = options
    this.pool = new BoundedPool<Session>(
      { min: minIdle, max: poolSize, maxWaiting, connectTimeout },
      {
        create: () => this.open((session) => driver.setUp(session)),
        isFit: (session) =>
          this.isCurrent(session) && !this.cancelled.has(session) && driver.isUsable(session),
        destroy: (session) => this.end(session),
      },
      GRACE,
    )
  }

  state(): PoolState {
    return this.pool.state()
  }

  load(): PoolLoad {
    return this.pool.load()
  }

  waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    return this.pool.waitInQueue(work, signal)
  }

  async reachServer(): Promise<void> {
    await this.end(await this.open())
  }

  /**
   * Lends a session. When the signal is aborted, the database cancels the session's statement.
   * @param run rejects when its statement does; restarts the deadline before each further statement
   * @throws OverloadedError, ConnectTimeoutError, StatementTimeoutError, SilentDatabaseError, an error of
   *   the driver, or the signal's reason
   */
  async use<Result>(
    run: (session: Session, deadline: Deadline) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const { statementTimeout } = this.options
    const session = await this.pool.acquire(signal)
    let isRunning = true
    let cancelling: Promise<unknown> | undefined
    const cancel = (): void => {
      cancelling = this.cancel(session, () => isRunning)
    }
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel)
      return await withDeadline(
        statementTimeout + GRACE,
        (deadline) => run(session, deadline),
        () => this.abandon(session),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!this.driver.isTimeout(error)) throw error
      throw new StatementTimeoutError(statementTimeout, { cause: error })
    } finally {
      isRunning = false
      signal?.removeEventListener('abort', cancel)
      await cancelling
      this.pool.release(session)
    }
  }

  /** Waits for running statements, then closes every session. */
  close(): Promise<void> {
    return this.pool.close()
  }

  private isCurrent(session: Session): boolean {
    return this.generations.get(session) === this.generation
  }

  private async open(setUp?: (session: Session) => Promise<unknown>): Promise<Session> {
    const { driver } = this
    const [address] = driver.addresses
    if (!address) throw new Error('the driver has no address')
    let failure: unknown
    for (const isEncrypted of driver.encryptions) {
      try {
        return await this.openAt(address, isEncrypted, setUp)
      } catch (error) {
        if (!driver.isEncryptionFailure(error)) throw error
        // The other failure says more than that the server offers no encryption.
        if (failure === undefined || failure instanceof EncryptionNotOfferedError) failure = error
      }
    }
    throw failure
  }

  private async openAt(
    address: Address,
    isEncrypted: boolean,
    setUp?: (session: Session) => Promise<unknown>,
  ): Promise<Session> {
    const { driver } = this
    const session = driver.create(address, isEncrypted)
    this.generations.set(session, this.generation)
    try {
      await withDeadline(
        this.options.connectTimeout,
        async () => {
          await driver.connect(session)
          await setUp?.(session)
        },
        () => new ConnectTimeoutError('the server does not respond'),
      )
      return session
    } catch (error) {
      driver.destroy(session)
      throw error
    }
  }

  /** Cancels until the statement ends, because a cancel that arrives before its statement has no effect. */
  private async cancel(session: Session, isRunning: () => boolean): Promise<void> {
    this.cancelled.add(session)
    while (isRunning()) {
      const isSent = await this.orDestroy(session, () => this.driver.cancel(session))
      if (!isSent) return
      for (let waited = 0; isRunning() && waited < CANCEL_INTERVAL; waited += POLLING) {
        await delay(POLLING)
      }
    }
  }

  private async end(session: Session): Promise<void> {
    if (this.isCurrent(session)) await this.orDestroy(session, () => this.driver.close(session))
    else this.driver.destroy(session)
  }

  /**
   * Destroys the session if the work fails or takes too long.
   * @returns whether the work has succeeded
   */
  private async orDestroy(session: Session, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await withDeadline(
        GRACE,
        work,
        () => new SilentDatabaseError('the database does not respond'),
      )
      return true
    } catch {
      this.driver.destroy(session)
      return false
    }
  }

  /** Ends the generation of a session whose server does not respond. */
  private abandon(session: Session): Error {
    this.generation++
    this.driver.destroy(session)
    return new SilentDatabaseError('the database does not respond')
  }
}
