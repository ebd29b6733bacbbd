/** Pauses reads in the main thread while the disk is slow, because each blocks the event loop. */

/**
 * A pause is this many times as long as the slow read that caused it, so a slow disk takes some hundredths
 * of the server's time.
 */
const PAUSE_FACTOR = 100

/** Milliseconds. A short statement takes less than a tenth of one. */
const SLOW = 5

/**
 * How many times the threads of this process have waited, for the disk or else; 0 on systems that do not
 * count it. https://man7.org/linux/man-pages/man2/getrusage.2.html (ru_nvcsw)
 */
function waitsOfProcess(): number {
  return process.resourceUsage().voluntaryContextSwitches
}

export class SlowDisk {
  private pausedUntil = 0
  private watchedUntil = 0

  /**
   * @param now the clock, in milliseconds
   * @param countWaits returns 0 if the number is unknown; default: the waits of this process
   */
  constructor(
    private readonly now: () => number,
    private readonly countWaits = waitsOfProcess,
  ) {}

  get isPausing(): boolean {
    return this.now() < this.pausedUntil
  }

  /**
   * Runs a read. A read is slow because of the disk, or because other programs use the processors, which would make
   * a reader process even slower. During a read, a wait of this process is almost always one for the disk, so reads are
   * paused only if there was one. Counting waits takes a tenth of the time of a read, so they are counted only for
   * some time after a slow read.
   */
  during<Result>(read: () => Result): Result {
    const began = this.now()
    const waits = began < this.watchedUntil ? this.countWaits() : undefined
    try {
      return read()
    } finally {
      const ended = this.now()
      const pause = PAUSE_FACTOR * (ended - began)
      if (ended - began > SLOW) {
        if (waits === undefined) this.watchedUntil = ended + pause
        else if (waits === 0 || this.countWaits() > waits) this.pausedUntil = ended + pause
      }
    }
  }
}
