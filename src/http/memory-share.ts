/** A number of bytes that many use, and the queue of those for whom there is no room. */
import { overloaded } from '../core/errors'

/** Milliseconds that others may pass one that needs more; then it is the next, however much it needs. */
const PASSING = 1000

/** Milliseconds that anyone waits. */
const LONGEST_WAIT = 30_000

interface Waiting {
  readonly bytes: number
  /** When the wait began, by `performance.now()`. */
  readonly since: number
  readonly admit: () => void
}

export class MemoryShare {
  private used = 0
  /** The one that has waited longest first. */
  private readonly queue: Waiting[] = []

  /** @param maxWaiting length of the queue; one more is refused */
  constructor(
    private readonly capacity: number,
    private readonly maxWaiting: number,
    private readonly longestWait = LONGEST_WAIT,
  ) {}

  /** Takes the bytes now, if nobody waits and there is room. */
  takeAtOnce(bytes: number): boolean {
    return this.queue.length === 0 && this.tryTake(bytes)
  }

  /** Takes the bytes, whoever waits, if there is room; there always is when nothing else is used. */
  tryTake(bytes: number): boolean {
    if (this.used > 0 && this.used + bytes > this.capacity) return false
    this.used += bytes
    return true
  }

  /** Takes the bytes, room or not: they are there already. */
  take(bytes: number): void {
    this.used += bytes
  }

  /**
   * Takes the bytes as soon as there is room for them.
   * @param since when the wait began, by `performance.now()`: the place in the queue
   * @throws ApiError INTERNAL_SERVER_ERROR when too many wait or it takes too long; the signal's reason
   */
  async wait(bytes: number, since: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.takeAtOnce(bytes)) return
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(deadline)
        signal.removeEventListener('abort', leave)
        this.queue.splice(this.queue.indexOf(waiting), 1)
      }
      const leave = (): void => {
        stop()
        reject(signal.reason as Error)
        this.admit()
      }
      const refuse = (): void => {
        stop()
        reject(overloaded())
        this.admit()
      }
      const deadline = setTimeout(refuse, since + this.longestWait - performance.now())
      const admit = (): void => {
        stop()
        resolve()
      }
      const waiting = { bytes, since, admit }
      signal.addEventListener('abort', leave)
      const later = this.queue.findIndex((other) => other.since > since)
      this.queue.splice(later < 0 ? this.queue.length : later, 0, waiting)
      this.admit()
      if (this.queue.length > this.maxWaiting && this.queue.includes(waiting)) refuse()
    })
  }

  /**
   * Gives bytes back, and room to those that wait for it.
   * @param first what comes before them
   * @returns what that returns
   */
  give(bytes: number, first = (): boolean => true): boolean {
    this.used -= bytes
    const result = first()
    this.admit()
    return result
  }

  private admit(): void {
    const now = performance.now()
    for (const waiting of [...this.queue]) {
      if (this.tryTake(waiting.bytes)) waiting.admit()
      else if (now - waiting.since > PASSING) return
    }
  }
}
