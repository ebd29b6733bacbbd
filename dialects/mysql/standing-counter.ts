/** Decides by readings of the server's counters whether data has changed. */

/**
 * Milliseconds for which the counters must have stood still. A commit first writes to the log, which
 * moves the counters, and then shows its rows to readers. In between, it waits for nothing but latches;
 * see docs/explanation/change-detection.md.
 */
const STANDING_TIME = 1000

export class StandingCounter {
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
   * Identifies the state of the data at the last reading. An earlier reading serves before a statement:
   * equal counters after the statement mean that nothing has changed since that reading.
   * @returns `undefined` while the counters have not stood still for long enough
   */
  current(): string | undefined {
    const isStanding = this.reading !== undefined && this.now() - this.since >= STANDING_TIME
    return isStanding ? String(this.generation) : undefined
  }
}
