/** A budget of bytes, with a queue of requests that do not fit into it yet. */
import { overloaded } from '../../core/errors'
import { ByteQueue, type WaitingBytes } from './byte-queue'

/** Milliseconds that smaller requests may overtake a larger one; after that, it is the next. */
const MAX_OVERTAKING = 1000

/** Milliseconds that a request stays in the queue. */
const MAX_WAIT = 30_000

interface WaitingAcquisition extends WaitingBytes {
  readonly admit: () => void
}

export class ByteBudget {
  private used = 0
  private readonly queue = new ByteQueue<WaitingAcquisition>()

  /** @param maxWaiting length of the queue; further requests are refused */
  constructor(
    private readonly capacity: number,
    private readonly maxWaiting: number,
  ) {}

  /** Acquires the bytes if they fit and the queue is empty. */
  tryAcquire(bytes: number): boolean {
    return this.queue.size === 0 && this.tryAcquireUnqueued(bytes)
  }

  /** Acquires the bytes if they fit, before those that wait. */
  tryAcquireUnqueued(bytes: number): boolean {
    if (bytes > this.free()) return false
    this.used += bytes
    return true
  }

  /** Counts bytes that are allocated already, even if they do not fit. */
  add(bytes: number): void {
    this.used += bytes
  }

  /**
   * Acquires the bytes as soon as they fit.
   * @param since start of the wait, from `performance.now()`; it determines the place in the queue
   * @throws ApiError INTERNAL_SERVER_ERROR if too many requests wait, or if the wait is too long; the
   * signal's reason
   */
  async acquire(bytes: number, since: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.tryAcquire(bytes)) return
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = (): void => {
        clearTimeout(deadline)
        signal.removeEventListener('abort', abort)
        this.queue.delete(waiting)
      }
      const fail = (reason: Error): void => {
        leaveQueue()
        reject(reason)
        this.admitNext()
      }
      const abort = (): void => {
        fail(signal.reason as Error)
      }
      const refuse = (): void => {
        fail(overloaded())
      }
      const deadline = setTimeout(refuse, since + MAX_WAIT - performance.now())
      const admit = (): void => {
        leaveQueue()
        resolve()
      }
      const waiting = { bytes, since, admit }
      signal.addEventListener('abort', abort)
      this.queue.add(waiting)
      this.admitNext()
      if (this.queue.size > this.maxWaiting && this.queue.has(waiting)) refuse()
    })
  }

  /**
   * Releases bytes and admits waiting requests.
   * @param beforeAdmission runs after the release, before any request is admitted
   * @returns the result of `beforeAdmission`
   */
  release(bytes: number, beforeAdmission = (): boolean => true): boolean {
    this.used -= bytes
    const result = beforeAdmission()
    this.admitNext()
    return result
  }

  /** An unused budget has room for any size. */
  private free(): number {
    return this.used > 0 ? this.capacity - this.used : Infinity
  }

  private admitNext(): void {
    const take = ({ bytes, admit }: WaitingAcquisition): void => {
      this.used += bytes
      admit()
    }
    this.queue.admit(() => this.free(), take, performance.now() - MAX_OVERTAKING)
  }
}
