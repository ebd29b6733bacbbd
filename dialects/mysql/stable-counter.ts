/** Decides by readings of the server's counters whether data has changed. */

/**
 * Milliseconds for which the counters must be unchanged to be stable. A commit first writes to the log, which
 * moves the counters, and then shows its rows to readers. In between, it waits for nothing but latches;
 * see docs/explanation/change-detection.md.
 */
const STABLE_TIME = 1000

export class StableCounter {
  private reading: string | undefined
  /** When `reading` was received for the first time. */
  private since = 0
  private generation = 0

  /** @param now a clock that never goes back, in milliseconds */
  constructor(private readonly now: () => number) {}

  /** @param reading identifies the server and has its counters; `undefined` if they are not known */
  record(reading: string | undefined): void {
    if (reading !== undefined && reading === this.reading) return
    this.reading = reading
    this.since = this.now()
    this.generation++
  }

  /**
   * Identifies the state of the data at the last reading. Before a statement, no new reading is necessary:
   * if the counters are the same after the statement, nothing has changed since the last reading.
   * @returns `undefined` until the counters have been unchanged for long enough
   */
  current(): string | undefined {
    const isStable = this.reading !== undefined && this.now() - this.since >= STABLE_TIME
    return isStable ? String(this.generation) : undefined
  }
}
