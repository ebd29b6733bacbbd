/**
 * The statements that wait for a session. Short ones are served first, and long ones never use all
 * sessions, so that a short statement never waits for a long one to end.
 */
import { FairQueue } from './fair-queue'
import { StatementKinds, type StatementKind, type StatementLength } from './statement-kinds'

/** Milliseconds that shorter statements may overtake a longer one. */
const MAX_OVERTAKING = 1000

export interface Waiting {
  readonly caller: string
  readonly kind: StatementKind
  /** Start of the wait, from `performance.now()`. */
  readonly since: number
}

/** Number of statements of each length. */
export type Counts = Readonly<Record<StatementLength, number>>

export class SessionQueue<Item extends Waiting> {
  readonly kinds = new StatementKinds()
  private readonly lines = {
    short: new FairQueue<Item>(),
    unmeasured: new FairQueue<Item>(),
    long: new FairQueue<Item>(),
  }
  /** Maximum number of statements that run; that of `unmeasured` includes the long ones. */
  private readonly limits: Counts

  /** @param now the clock, in milliseconds */
  constructor(
    sessions: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.limits = {
      short: sessions,
      unmeasured: Math.max(1, Math.floor((3 / 4) * sessions)),
      long: Math.ceil(sessions / 2),
    }
  }

  get size(): number {
    const { short, unmeasured, long } = this.lines
    return short.size + unmeasured.size + long.size
  }

  push(item: Item): void {
    this.lines[item.kind.length].push(item)
  }

  delete(item: Item): void {
    this.lines[item.kind.length].delete(item)
  }

  /** Whether a statement of this length may use a free session. */
  hasRoom(length: StatementLength, running: Counts): boolean {
    if (length === 'short') return true
    if (running.unmeasured + running.long >= this.limits.unmeasured) return false
    return length === 'unmeasured' || running.long < this.limits.long
  }

  /** Number of waiting statements that could run if there were enough sessions. */
  ready(running: Counts): number {
    const { short, unmeasured, long } = this.lines
    const room = this.limits.unmeasured - running.unmeasured - running.long
    const longRoom = Math.max(0, this.limits.long - running.long)
    const longer = Math.min(room, unmeasured.size + Math.min(longRoom, long.size))
    return short.size + Math.max(0, longer)
  }

  /** Removes and returns the statement that uses the next free session. */
  take(running: Counts): Item | undefined {
    const line = this.nextLine(running)
    return line && this.lines[line].take()
  }

  /** Milliseconds that a statement of this kind and caller would wait, as far as known. */
  expectedWait({ length }: StatementKind, caller: string): number {
    return this.lines[length].expectedWait(caller)
  }

  /** Records the duration of a statement that has ended, in milliseconds. */
  record(kind: StatementKind, duration: number): void {
    const before = kind.length
    this.kinds.record(kind, duration)
    if (kind.length !== before) this.move(kind, before)
  }

  /** Records that a statement has run for some milliseconds and still runs. */
  recordRunning(kind: StatementKind, elapsed: number): void {
    const before = kind.length
    this.kinds.recordRunning(kind, elapsed)
    if (kind.length !== before) this.move(kind, before)
  }

  /** Removes all statements. */
  clear(): Item[] {
    const { short, unmeasured, long } = this.lines
    const all = [...short, ...unmeasured, ...long]
    for (const item of all) this.delete(item)
    return all
  }

  private nextLine(running: Counts): StatementLength | undefined {
    const overdue = this.now() - MAX_OVERTAKING
    let next: StatementLength | undefined
    let since = Infinity
    for (const length of ['short', 'unmeasured', 'long'] as const) {
      const first = this.lines[length].peek()
      if (!first || !this.hasRoom(length, running)) continue
      if (next !== undefined && (first.since > overdue || first.since > since)) continue
      next = length
      since = first.since
    }
    return next
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
