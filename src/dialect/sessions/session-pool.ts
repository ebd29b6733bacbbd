/** Lends sessions to statements, and closes those that must not run another one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../connection-url/address'
import type { HostChoice } from '../connection-url/host-choice'
import type { ConnectionOptions } from '../dialect'
import { BoundedPool } from './bounded-pool'
import { callerOf } from './callers'
import { Deadline } from './deadline'
import type { HostReport } from './host-state'
import { Hosts } from './hosts'
import type { LendOptions, UseOptions } from './lend-options'
import { LostSessions } from './lost-sessions'
import { OpenSessions } from './open-sessions'
import type { PoolLoad, PoolState } from './pool-state'
import type { SessionDriver } from './session-driver'
import { InterruptedError, LostSessionError, StatementTimeoutError } from './session-errors'
import type { Sessions } from './sessions'

export interface SessionPoolOptions extends Omit<ConnectionOptions, 'maxBytes'> {
  /** Default: the first host that responds. */
  readonly hostChoice?: HostChoice
  /** Number of idle sessions to keep open; default: 0. */
  readonly minIdle?: number
  /** Says why a host cannot be used. */
  readonly explain: (error: unknown, host: Address) => string
}

/**
 * Milliseconds after `statementTimeout` within which the database must report that it has cancelled the
 * statement. If it does not, it is unreachable: packets can be lost without a reset.
 */
const CANCEL_GRACE = 5000

/** Milliseconds between two cancels of a statement, and between two checks whether it has ended. */
const CANCEL_INTERVAL = 500
const POLL_INTERVAL = 10

export class SessionPool<Session extends object> implements Sessions {
  private readonly pool: BoundedPool<Session>
  private readonly allHosts: Hosts
  private readonly opened: OpenSessions<Session>
  /** Not lent again: a cancel that arrives late would hit the session's next statement. */
  private readonly cancelled = new WeakSet<Session>()
  /** Cancelled for other statements. */
  private readonly interrupted = new WeakSet<Session>()
  private readonly lost: LostSessions<Session>

  constructor(
    private readonly driver: SessionDriver<Session>,
    private readonly options: SessionPoolOptions,
  ) {
    const { poolSize, maxWaiting, connectTimeout, idleTimeout, minIdle = 0 } = options
    const { maxReplicaLag, hostChoice, explain } = options
    this.allHosts = new Hosts(driver.addresses, { ...hostChoice, maxReplicaLag }, explain)
    const opened = new OpenSessions(driver, this.allHosts, connectTimeout)
    this.opened = opened
    this.lost = new LostSessions(driver)
    this.pool = new BoundedPool<Session>(
      { minIdle, max: poolSize, maxWaiting, connectTimeout, idleTimeout },
      {
        create: () => opened.open(true),
        isAtLimit: (error) => driver.isAtLimit(error),
        isFit: (session) => !this.cancelled.has(session) && opened.isFit(session),
        destroy: (session) => opened.end(session),
      },
    )
  }

  /** Changes `minIdle`. */
  keepIdle(minIdle: number): void {
    this.pool.keepIdle(minIdle)
  }

  /** Closes all idle sessions, which hold resources of the server. */
  endIdle(): void {
    this.pool.endIdle()
  }

  state(): PoolState {
    return this.pool.state()
  }

  load(): PoolLoad {
    return this.pool.load()
  }

  waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    return this.pool.waitInQueue(work, callerOf(signal), signal)
  }

  async reachDatabase(): Promise<void> {
    if (this.driver.reach) this.driver.reach()
    else await this.opened.end(await this.opened.open(false))
  }

  hosts(): HostReport[] {
    return this.allHosts.reports()
  }

  onHostChange(listener: (report: HostReport) => void): void {
    this.allHosts.onChange(listener)
  }

  /**
   * Runs a statement on a session. If it turns out to be long, and others wait because of too many long ones,
   * it is cancelled and runs again later. It also runs again if its session had ended while it was idle, as when
   * the server restarts.
   * @param run see `lend`
   * @throws as `lend`
   */
  use<Result>(
    run: (session: Session, deadline: Deadline) => Promise<Result>,
    options: UseOptions = {},
  ): Promise<Result> {
    return this.run(run, options, false)
  }

  /** Runs one of the statements of `lend`, in a span if they are traced. */
  withStatementSpan<Result>(
    _session: Session,
    _statement: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    return run()
  }

  /**
   * Lends a session. When the signal is aborted, the database cancels the session's statement.
   * @param run rejects when its statement does; restarts the deadline before each further statement
   * @throws OverloadedError, ConnectTimeoutError, StatementTimeoutError, SilentDatabaseError, NoHostError,
   *   InterruptedError, LostSessionError, an error of the driver, or the signal's reason
   */
  async lend<Result>(
    run: (session: Session, deadline: Deadline) => Promise<Result>,
    options: LendOptions,
  ): Promise<Result> {
    const { signal, statement = '', isRepeatable = false, ...waiting } = options
    signal?.throwIfAborted()
    const { statementTimeout } = this.options
    const caller = callerOf(signal)
    const acquired = this.pool.acquire({ ...waiting, statement, caller, signal })
    const session = acquired instanceof Promise ? await acquired : acquired
    const began = performance.now()
    let isRunning = true
    let isComplete = false
    let cancelling: Promise<unknown> | undefined
    const cancel = (): void => {
      cancelling = this.cancel(session, () => isRunning)
    }
    if (isRepeatable) {
      this.pool.setInterrupt(session, () => {
        this.interrupted.add(session)
        cancel()
      })
    }
    const silent = (): Error => this.opened.abandon(session)
    const deadline = new Deadline(statementTimeout + CANCEL_GRACE, silent)
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel)
      const result = await deadline.limit(run(session, deadline))
      // The result of an interrupted statement can be incomplete: `sleep` of MySQL returns 1 instead of failing.
      if (this.interrupted.has(session)) throw new InterruptedError()
      isComplete = true
      this.lost.add(session)
      return result
    } catch (error) {
      signal?.throwIfAborted()
      if (this.interrupted.has(session)) throw new InterruptedError()
      const duration = performance.now() - began
      // Earlier, somebody else has cancelled the statement. The clocks of two machines differ a little, and a timer of
      // Node.js can fire almost a millisecond early.
      if (this.driver.isTimeout(error) && duration + 1 > 0.9 * statementTimeout) {
        throw new StatementTimeoutError(statementTimeout, { cause: error })
      }
      const isLost = isRepeatable && this.lost.includes(session, error, duration)
      throw isLost ? new LostSessionError('the session had ended', { cause: error }) : error
    } finally {
      isRunning = false
      signal?.removeEventListener('abort', cancel)
      await cancelling
      this.pool.release(session, isComplete)
    }
  }

  /**
   * Runs a statement in the main thread, without a session.
   * @param run returns `undefined` if the statement needs a session
   */
  runInMainThread<Statement extends { readonly sql: string }, Result>(
    statement: Statement,
    run: (statement: Statement) => Result,
  ): Result {
    return run(statement)
  }

  /** Waits for running statements, then closes every session. Those that are being opened are given up. */
  async close(): Promise<void> {
    const closed = this.pool.close()
    this.opened.stopOpening()
    await closed
    await this.opened.stop()
  }

  protected hostOf(session: Session): Address {
    return this.opened.hostOf(session)
  }

  private run<Result>(
    run: (session: Session, deadline: Deadline) => Promise<Result>,
    options: UseOptions,
    isSecondRun: boolean,
  ): Promise<Result> {
    const { statement = '' } = options
    return this.lend(
      (session, deadline) =>
        this.withStatementSpan(session, statement, () => run(session, deadline)),
      { ...options, isRepeatable: true },
    ).catch((error: unknown) => {
      if (error instanceof InterruptedError) return this.run(run, options, isSecondRun)
      if (!(error instanceof LostSessionError)) throw error
      if (isSecondRun) throw error.cause
      // The others have probably ended too.
      this.endIdle()
      return this.run(run, options, true)
    })
  }

  /** Cancels until the statement ends, because a cancel that arrives before its statement has no effect. */
  private async cancel(session: Session, isRunning: () => boolean): Promise<void> {
    this.cancelled.add(session)
    while (isRunning()) {
      const isSent = await this.opened.orDestroy(session, () => this.driver.cancel(session))
      if (!isSent) return
      for (let waited = 0; isRunning() && waited < CANCEL_INTERVAL; waited += POLL_INTERVAL) {
        await delay(POLL_INTERVAL)
      }
    }
  }
}
