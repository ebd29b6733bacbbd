/**
 * Measures how far standbys are behind, by positions in the primary's log of writes. A standby that has
 * lost its primary cannot tell by itself that anything is missing; the primary's positions do.
 */

/** Milliseconds for which the last position of the primary is used, if no newer one arrives. */
const MAX_AGE = 5000

/** Milliseconds between two positions to keep: each new session reports one too. */
const MIN_INTERVAL = 400

/** Number of positions to keep: five minutes, at two each second. */
const MAX_SAMPLES = 600

interface Sample {
  readonly at: number
  readonly position: number
}

export class ReplicaLag {
  /** Positions of the primary, oldest first. */
  private samples: Sample[] = []

  /** @param now the clock, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Must be called with each position that the primary reports. */
  recordPrimary(position: number): void {
    const last = this.samples.at(-1)
    // Another primary, or one that was restored: earlier positions are of another history.
    if (last && position < last.position) this.samples = []
    else if (last && this.now() - last.at < MIN_INTERVAL) return
    this.samples.push({ at: this.now(), position })
    if (this.samples.length > MAX_SAMPLES) this.samples.shift()
  }

  /**
   * Milliseconds since the primary first reported a position beyond that of the standby; 0 if it has not.
   * @param own the lag that the standby itself reports; used if the primary has reported no position
   *   recently, or if the standby is behind the oldest position that is kept
   * @returns `undefined` if the lag is unknown
   */
  of(position: number, own?: number): number | undefined {
    const [oldest] = this.samples
    const last = this.samples.at(-1)
    if (!oldest || !last || this.now() - last.at > MAX_AGE) return own
    const missing = this.samples.find((sample) => sample.position > position)
    if (missing === undefined) return 0
    const behind = this.now() - missing.at
    if (missing !== oldest) return behind
    // The primary may have been ahead before the first position. A standby that has replayed no transaction
    // since its start does not report for how long.
    return own === undefined ? undefined : Math.max(behind, own)
  }
}
