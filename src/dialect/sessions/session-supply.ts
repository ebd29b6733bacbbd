/** Opens sessions, keeps idle ones for a time, and closes them. */

/** Opens and closes sessions; both promises settle within their own deadlines. */
export interface SessionFactory<Session> {
  create(): Promise<Session>
  /** Whether the error of `create` means that the server has too many sessions. */
  isAtLimit(error: unknown): boolean
  /** Whether it may be lent. */
  isFit(session: Session): boolean
  destroy(session: Session): Promise<unknown>
}

export interface SupplyLimits {
  /** Number of idle sessions to keep open. */
  readonly minIdle: number
  readonly max: number
  /** Milliseconds after which an idle session above `minIdle` is closed; 0: never. */
  readonly idleTimeout: number
}

interface SupplyEvents {
  /** A session can be taken or opened. */
  readonly onFree: () => void
  /** A session could not be opened. */
  readonly onFailure: (error: unknown) => void
}

interface IdleSession<Session> {
  readonly session: Session
  /** Start of the idle time, from `performance.now()`. */
  readonly since: number
}

/** Milliseconds until sessions are opened again after one could not be opened. */
const RETRY_DELAY = 200

/**
 * Milliseconds for which a session that is being closed still counts for the server's limit. After that, its packets
 * are probably lost.
 */
const LEAVING_TIME = 1000

/** Milliseconds between two checks for idle sessions. */
const IDLE_CHECK_INTERVAL = 1000

export class SessionSupply<Session> {
  /** Sessions that were taken and not yet returned. */
  used = 0
  /** Sessions that are being opened. */
  opening = 0
  /** Sessions that are being closed. */
  private closing = 0
  /** Closing sessions that may still count towards the server's limit of connections. */
  private leaving = 0
  /** The session with the longest idle time is the first. `take` returns the last. */
  private idle: IdleSession<Session>[] = []
  private minIdle: number
  /** Number of sessions that the server has refused in the last `RETRY_DELAY`, because it has too many. */
  private refusals = 0
  private idleCheck: NodeJS.Timeout | undefined
  private closed: Promise<void> | undefined
  /** Resolves `closed`; set as soon as `close` is called. */
  private onClosed: (() => void) | undefined

  constructor(
    private readonly limits: SupplyLimits,
    private readonly factory: SessionFactory<Session>,
    private readonly events: SupplyEvents,
  ) {
    this.minIdle = limits.minIdle
  }

  /** Changes the number of idle sessions to keep open. */
  keepIdle(minIdle: number): void {
    this.minIdle = minIdle
  }

  endIdle(): void {
    for (const { session } of this.idle.splice(0)) this.end(session)
  }

  get free(): number {
    return this.idle.length
  }

  get isClosed(): boolean {
    return this.onClosed !== undefined
  }

  /** Whether another session may be opened. */
  canOpen(): boolean {
    const sessions = this.used + this.idle.length + this.opening + this.leaving
    return sessions < this.limits.max && !this.isRefused
  }

  /** Sessions that can be used soon: those that are being opened, and those that replace closed ones. */
  get arriving(): number {
    return this.opening + this.leaving
  }

  get isRefused(): boolean {
    return this.refusals > 0
  }

  /** The session that was used last. Closes those that may not be lent. */
  take(): Session | undefined {
    for (;;) {
      const last = this.idle.pop()
      if (!last) return undefined
      if (this.factory.isFit(last.session)) {
        this.used++
        return last.session
      }
      this.end(last.session)
    }
  }

  /** Takes back a session that was taken. */
  release(session: Session): void {
    this.used--
    this.add(session)
  }

  open(): void {
    this.opening++
    this.factory.create().then(
      (session) => {
        this.opening--
        this.add(session)
      },
      (error: unknown) => {
        this.opening--
        if (this.isClosed) {
          this.checkClosed()
          return
        }
        const refusals = this.factory.isAtLimit(error) ? 1 : 0
        this.refusals += refusals
        this.events.onFailure(error)
        setTimeout(() => {
          this.refusals -= refusals
          this.events.onFree()
        }, RETRY_DELAY)
      },
    )
  }

  /** Waits until each session is released, and closes it. */
  close(): Promise<void> {
    this.closed ??= new Promise((resolve) => {
      this.onClosed = resolve
      clearInterval(this.idleCheck)
      this.endIdle()
      this.checkClosed()
    })
    return this.closed
  }

  private add(session: Session): void {
    if (this.isClosed) {
      this.end(session)
      return
    }
    this.idle.push({ session, since: performance.now() })
    if (this.limits.idleTimeout > 0) this.idleCheck ??= this.checkIdle()
    this.events.onFree()
  }

  private checkIdle(): NodeJS.Timeout {
    return setInterval(() => {
      const oldest = performance.now() - this.limits.idleTimeout
      let spare = this.idle.length + this.used - this.minIdle
      this.idle = this.idle.filter(({ session, since }) => {
        if (since > oldest || spare <= 0) return true
        spare--
        this.end(session)
        return false
      })
    }, IDLE_CHECK_INTERVAL).unref()
  }

  private end(session: Session): void {
    this.closing++
    this.leaving++
    let isLeaving = true
    const leave = (): void => {
      if (!isLeaving) return
      isLeaving = false
      this.leaving--
      this.events.onFree()
    }
    const timer = setTimeout(leave, LEAVING_TIME)
    const settle = (): void => {
      clearTimeout(timer)
      leave()
      this.closing--
      this.checkClosed()
    }
    this.factory.destroy(session).then(settle, settle)
  }

  private checkClosed(): void {
    const remaining = this.used + this.idle.length + this.opening + this.closing
    if (remaining === 0) this.onClosed?.()
  }
}
