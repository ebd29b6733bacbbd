import type { MemoryShare } from './memory-share'

/** Bytes for a response that is about to be made. Equal requests that wait for theirs have one together. */
export class Reservation {
  private users = 0
  private isOpen = true
  private isReleased = false
  private hasBytes: boolean
  private readonly granted: Promise<void> | undefined
  private readonly abandoned: AbortController | undefined

  /** @param since when the wait began, by `performance.now()` */
  constructor(
    private readonly share: MemoryShare,
    private readonly bytes: number,
    since: number,
  ) {
    this.hasBytes = share.takeAtOnce(bytes)
    if (this.hasBytes) {
      this.close()
      return
    }
    this.abandoned = new AbortController()
    this.granted = share.wait(bytes, since, this.abandoned.signal).then(() => {
      this.hasBytes = true
      if (this.isReleased) share.give(bytes)
      this.close()
    })
  }

  /** Whether an equal request may use it too. */
  get isJoinable(): boolean {
    return this.isOpen && !this.isReleased
  }

  /**
   * Waits for the bytes. Each call needs one of `leave`, also when it throws.
   * @throws like `MemoryShare.wait`
   */
  async join(signal: AbortSignal): Promise<void> {
    this.users++
    if (this.hasBytes) return
    let leave: () => void = () => undefined
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal.reason as Error)
      }
    })
    signal.addEventListener('abort', leave)
    try {
      await Promise.race([this.granted, left])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** The last one gives the bytes back, or the place in the queue. */
  leave(): void {
    this.users--
    if (this.users === 0) this.release()
  }

  /**
   * Gives the bytes back.
   * @param take takes what the response really needs, before others get room, if it can
   * @returns whether it could
   */
  release(take: () => boolean = () => true): boolean {
    if (this.isReleased) return take()
    this.isReleased = true
    if (this.hasBytes) return this.share.give(this.bytes, take)
    this.abandoned?.abort()
    return take()
  }

  /** In this turn of the event loop, equal requests still become one read. */
  private close(): void {
    setImmediate(() => {
      this.isOpen = false
    })
  }
}
