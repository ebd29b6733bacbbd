import { unlessAborted } from '../../unless-aborted'
import type { ByteBudget } from './byte-budget'

/** Estimated bytes of a response that does not exist yet. Equal requests share one reservation. */
export class Reservation {
  private users = 0
  private isOpen = true
  private isReleased = false
  private hasBytes: boolean
  private readonly acquired: Promise<void> | undefined
  private readonly abandonment: AbortController | undefined

  /** @param since start of the wait, from `performance.now()` */
  constructor(
    private readonly budget: ByteBudget,
    private readonly bytes: number,
    since: number,
  ) {
    this.hasBytes = budget.tryAcquire(bytes)
    if (this.hasBytes) {
      this.closeSoon()
      return
    }
    this.abandonment = new AbortController()
    this.acquired = budget.acquire(bytes, since, this.abandonment.signal).then(() => {
      this.hasBytes = true
      if (this.isReleased) budget.release(bytes)
      this.closeSoon()
    })
  }

  /** Whether an equal request may join. */
  get isShareable(): boolean {
    return this.isOpen && !this.isReleased
  }

  /**
   * Waits for the bytes. Pair each call with one call of `leave`, even if this one throws.
   * @throws like `ByteBudget.acquire`
   */
  async join(signal: AbortSignal): Promise<void> {
    this.users++
    if (!this.hasBytes && this.acquired) await unlessAborted(signal, this.acquired)
  }

  /** The last user releases the bytes, or leaves the queue. */
  leave(): void {
    this.users--
    if (this.users === 0) this.release()
  }

  /**
   * Releases the bytes.
   * @param beforeAdmission counts the actual bytes before waiting requests are admitted; returns
   * whether they fit
   * @returns the result of `beforeAdmission`
   */
  release(beforeAdmission: () => boolean = () => true): boolean {
    if (this.isReleased) return beforeAdmission()
    this.isReleased = true
    if (this.hasBytes) return this.budget.release(this.bytes, beforeAdmission)
    this.abandonment?.abort()
    return beforeAdmission()
  }

  /** Requests that join within this turn of the event loop still share one read of the database. */
  private closeSoon(): void {
    setImmediate(() => {
      this.isOpen = false
    })
  }
}
