/**
 * Divides the sessions among short and longer statements. With two or more sessions, longer ones never use
 * all of them, so that a short statement does not wait for a long one to end.
 */
import type { StatementLength } from './statement-kinds'

/** Number of statements of each length. */
export type Counts = Readonly<Record<StatementLength, number>>

export class SessionShares {
  /** Maximum number of running statements. The limit of medium ones is for all that are not short. */
  private readonly limits: Counts
  /** Maximum number of running statements that are unmeasured or long. */
  private readonly heavy: number

  constructor(sessions: number) {
    const medium = Math.max(1, Math.floor((3 / 4) * sessions))
    const half = Math.ceil(sessions / 2)
    // Long ones leave at least one session for those that are not measured yet.
    this.limits = {
      ...{ short: sessions, medium, unmeasured: half },
      long: Math.max(1, Math.min(half, medium - 1)),
    }
    // One session that longer statements may use is for medium ones only, if unmeasured ones still have one
    // beside the long ones.
    this.heavy = medium > half + 1 ? medium - 1 : medium
  }

  /** Whether a statement of this length may use a free session. */
  hasRoom(length: StatementLength, running: Counts): boolean {
    return length === 'short' || this.room(length, running) > 0
  }

  /** Number of further statements of this length that may run. */
  room(length: Exclude<StatementLength, 'short'>, running: Counts): number {
    const { medium, unmeasured, long } = running
    const longer = medium + unmeasured + long
    if (length !== 'medium') {
      return Math.min(
        this.limits[length] - running[length],
        this.heavy - unmeasured - long,
        this.limits.medium - longer,
      )
    }
    // Long statements above their limit started before it was known that they are long. They take no
    // place in the share of medium statements.
    const expected = medium + unmeasured + Math.min(long, this.limits.long)
    return Math.min(this.limits.medium - expected, Math.max(1, this.limits.short - 1) - longer)
  }

  /** The running statements without the long ones above their limit. */
  withoutExcess(running: Counts): Counts {
    return { ...running, long: Math.min(running.long, this.limits.long) }
  }
}
