/**
 * Measures durations without the time for which the process itself was busy. While it is busy, results and
 * ticks both wait. A result that is read after a tick arrived after the tick before it, so the statement
 * certainly ran until that one.
 */

/** Milliseconds between two ticks, and half of the largest error. */
const INTERVAL = 10

export class TickClock {
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
    }, INTERVAL)
    this.timer.unref()
  }

  /** Milliseconds that work has certainly lasted. @param time its start, from `performance.now()` */
  since(time: number): number {
    return Math.max(0, this.beforeLast - time)
  }
}
