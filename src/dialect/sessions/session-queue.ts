/** The statements that wait for a session. Short ones are served first, unless longer ones are overdue; callers in turn. */
import { monotonicClock } from '../../clock'
import { FairQueue } from './fair-queue'
import { SessionShares, type Counts } from './session-shares'
import { StatementKinds, type StatementKind, type StatementLength } from './statement-kinds'

/**
 * Milliseconds for which shorter statements go before a longer one that came earlier. After that, the lines take
 * turns: with many clients there are always shorter ones. A shorter one must not wait for many long ones either.
 */
const MAX_OVERTAKING = 100

/**
 * Milliseconds that a long statement waits while no statement of its kind runs, until the kind is measured again. The
 * time doubles each time that the kind turns out to be long.
 */
const MAX_IDLE = 1000

/** Milliseconds between two checks for such statements. */
const IDLE_CHECK_INTERVAL = 100

const ORDER = ['short', 'medium', 'unmeasured', 'long'] as const

export interface QueuedStatement {
  readonly caller: string
  readonly kind: StatementKind
  /** Start of the wait, from `performance.now()`. */
  readonly since: number
}

export class SessionQueue<Item extends QueuedStatement> {
  readonly kinds = new StatementKinds()
  private readonly lines = {
    short: new FairQueue<Item>(),
    medium: new FairQueue<Item>(),
    unmeasured: new FairQueue<Item>(),
    long: new FairQueue<Item>(),
  }
  private readonly shares: SessionShares
  /** The line of the last statement that was taken. */
  private last: StatementLength = 'short'
  private nextIdleCheck = 0

  /** @param now the clock, in milliseconds */
  constructor(
    sessions: number,
    private readonly now: () => number = monotonicClock,
  ) {
    this.shares = new SessionShares(sessions)
  }

  get size(): number {
    const { short, medium, unmeasured, long } = this.lines
    return short.size + medium.size + unmeasured.size + long.size
  }

  push(item: Item): void {
    this.lines[item.kind.length].push(item)
  }

  delete(item: Item): void {
    this.lines[item.kind.length].delete(item)
  }

  /** Whether a statement of this length may use a free session. */
  hasRoom(length: StatementLength, running: Counts): boolean {
    return this.shares.hasRoom(length, running)
  }

  /** Whether `take` returns a statement. */
  hasNext(running: Counts): boolean {
    return ORDER.some((length) => this.hasCandidate(length, running))
  }

  /** Maximum number of waiting statements that could run if there were enough sessions. */
  ready(running: Counts): number {
    const { short, ...others } = this.lines
    let ready = short.size
    for (const length of ['medium', 'unmeasured', 'long'] as const) {
      ready += Math.max(0, Math.min(others[length].size, this.shares.room(length, running)))
    }
    return ready
  }

  /** Removes and returns the statement that uses the next free session. */
  take(running: Counts): Item | undefined {
    const candidates = this.candidates(running)
    const place = ORDER.indexOf(this.last)
    // The turns go from the long ones to the short ones, so that an overdue one is before those that overtook it.
    const next = candidates.findLast((length) => ORDER.indexOf(length) < place) ?? candidates.at(-1)
    if (next === undefined) return undefined
    this.last = next
    return this.lines[next].take()
  }

  /** Records the duration of a statement that has returned its result, in milliseconds. */
  record(kind: StatementKind, duration: number): void {
    const before = kind.length
    this.kinds.record(kind, duration)
    if (kind.length !== before) this.move(kind, before)
  }

  /** Records that a statement has run for some milliseconds without a result. */
  recordRunning(kind: StatementKind, elapsed: number): void {
    const before = kind.length
    this.kinds.recordRunning(kind, elapsed)
    if (kind.length !== before) this.move(kind, before)
  }

  /**
   * Number of running long statements above their limit, if medium or unmeasured ones wait because of
   * them; at most as many as wait. Fewer may have room afterwards, because one session is for medium ones.
   */
  excess(running: Counts): number {
    const allowed = this.shares.withoutExcess(running)
    let blocked = 0
    for (const length of ['medium', 'unmeasured'] as const) {
      if (this.hasRoom(length, running) || !this.hasRoom(length, allowed)) continue
      blocked += this.lines[length].size
    }
    return Math.min(blocked, running.long - allowed.long)
  }

  /**
   * Measures the kind again whose long statement has waited longest, if none of its statements runs: a fault
   * of the database or a busy machine may have made it long.
   */
  forgetIdle(isRunning: (kind: StatementKind) => boolean): void {
    const now = this.now()
    if (now < this.nextIdleCheck) return
    this.nextIdleCheck = now + IDLE_CHECK_INTERVAL
    let oldest: Item | undefined
    for (const item of this.lines.long) {
      const { kind, since } = item
      if (now - since < MAX_IDLE * 2 ** kind.timesForgotten) continue
      if ((!oldest || since < oldest.since) && !isRunning(kind)) oldest = item
    }
    if (!oldest) return
    this.kinds.forget(oldest.kind)
    this.move(oldest.kind, 'long')
  }

  /** Removes all statements. */
  clear(): Item[] {
    const { short, medium, unmeasured, long } = this.lines
    const all = [...short, ...medium, ...unmeasured, ...long]
    for (const item of all) this.delete(item)
    return all
  }

  private hasCandidate(length: StatementLength, running: Counts): boolean {
    return this.lines[length].size > 0 && this.hasRoom(length, running)
  }

  /** The shortest line that has room, and the longer ones that are overdue, from short to long. */
  private candidates(running: Counts): StatementLength[] {
    const [shortest, ...longer] = ORDER.filter((length) => this.hasCandidate(length, running))
    if (shortest === undefined) return []
    const since = this.lines[shortest].peek()?.since ?? 0
    const overdue = Math.min(since, this.now() - MAX_OVERTAKING)
    const isOverdue = (length: StatementLength): boolean =>
      (this.lines[length].peek()?.since ?? Infinity) < overdue
    return [shortest, ...longer.filter(isOverdue)]
  }

  /** The length of a kind has changed. */
  private move(kind: StatementKind, from: StatementLength): void {
    const line = this.lines[from]
    for (const item of [...line]) {
      if (item.kind !== kind) continue
      line.delete(item)
      this.push(item)
    }
  }
}
