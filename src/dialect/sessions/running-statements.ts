/** The statements that run on sessions. Their durations determine the order of those that wait. */
import type { Counts } from './session-shares'
import type { StatementKind } from './statement-kinds'

/** Milliseconds between two ticks, and half of the largest error. */
const TICK_INTERVAL = 10

/** Where durations are recorded. */
interface Durations {
  /** Records the duration of a statement that has returned its result, in milliseconds. */
  record(kind: StatementKind, duration: number): void
  /** Records that a statement has run for some milliseconds without a result. */
  recordRunning(kind: StatementKind, elapsed: number): void
}

interface Running {
  readonly kind: StatementKind
  /** Start of the statement, from `performance.now()`. */
  readonly since: number
  /** Ends the statement, which runs again later. Absent if it cannot run again. */
  interrupt?: () => void
}

export class RunningStatements<Session> {
  private readonly running = new Map<Session, Running>()
  private readonly clock = new TickClock()

  /** @param onTick called every few milliseconds while statements run */
  constructor(
    private readonly durations: Durations,
    private readonly onTick: () => void,
  ) {}

  start(session: Session, kind: StatementKind): void {
    this.clock.start(() => {
      this.onTick()
      return this.running.size > 0
    })
    this.running.set(session, { kind, since: performance.now() })
  }

  /** @param interrupt ends the statement, which runs again later; called at most once */
  setInterrupt(session: Session, interrupt: () => void): void {
    const statement = this.running.get(session)
    if (statement) statement.interrupt = once(interrupt)
  }

  /** Interrupts the newest long statements that can run again. @param max number of statements */
  interruptLong(max: number): void {
    if (max <= 0) return
    const long = [...this.running.values()].filter(({ kind }) => kind.length === 'long')
    const interrupts = long.flatMap(({ interrupt }) => interrupt ?? [])
    for (const interrupt of interrupts.slice(-max)) interrupt()
  }

  /**
   * @param isComplete whether the statement has returned its result; the time until another end, such as
   *   a cancel, does not tell how long it would have taken
   * @returns whether a statement was running
   */
  end(session: Session, isComplete: boolean): boolean {
    const statement = this.running.get(session)
    if (!statement) return false
    this.running.delete(session)
    const duration = this.clock.since(statement.since)
    if (isComplete) this.durations.record(statement.kind, duration)
    else this.durations.recordRunning(statement.kind, duration)
    return true
  }

  /** Counts the statements, and records which of them already run for long. */
  measure(): Counts {
    const counts = { short: 0, medium: 0, unmeasured: 0, long: 0 }
    for (const { kind, since } of this.running.values()) {
      this.durations.recordRunning(kind, this.clock.since(since))
      counts[kind.length]++
    }
    return counts
  }

  includes(kind: StatementKind): boolean {
    for (const statement of this.running.values()) if (statement.kind === kind) return true
    return false
  }
}

function once(call: () => void): () => void {
  let isCalled = false
  return () => {
    if (!isCalled) call()
    isCalled = true
  }
}

/**
 * Measures durations without the time for which the process itself was busy. While it is busy, results and
 * ticks both wait. A result that is read after a tick cannot have arrived before the previous tick, so the
 * statement certainly ran until that previous one.
 */
class TickClock {
  private timer: NodeJS.Timeout | undefined
  private last = 0
  private beforeLast = 0

  /** @param onTick called after each tick; returns whether another one is needed */
  start(onTick: () => boolean): void {
    if (this.timer) return
    this.last = this.beforeLast = performance.now()
    this.timer = setInterval(() => {
      this.beforeLast = this.last
      this.last = performance.now()
      if (onTick()) return
      clearInterval(this.timer)
      this.timer = undefined
    }, TICK_INTERVAL)
    this.timer.unref()
  }

  /** Milliseconds that work has certainly lasted. @param time its start, from `performance.now()` */
  since(time: number): number {
    return Math.max(0, this.beforeLast - time)
  }
}
