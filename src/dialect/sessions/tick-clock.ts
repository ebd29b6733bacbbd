/**
 * Measures durations without the time for which the process itself was busy. The result of a statement
 * waits in the socket until the process has time for it, and so does a tick. If a statement's result
 * comes after a tick, it had not arrived before the tick before that one.
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

  /** Milliseconds since a time of `performance.now()` for which work has certainly lasted. */
  since(time: number): number {
    return Math.max(0, this.beforeLast - time)
  }
}
