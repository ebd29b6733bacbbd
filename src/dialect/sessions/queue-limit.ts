/** Limits how many requests wait for a session. */
import { QueueFullError, type OverloadedError } from './session-errors'
import { WaitingCallers, type WaitingEntry } from './waiting-callers'

export interface RefusableEntry extends WaitingEntry {
  /** Ends the wait with the error, and deletes the entry. */
  refuse(error: OverloadedError): void
}

export class QueueLimit {
  private readonly callers = new WaitingCallers<RefusableEntry>()

  constructor(private readonly maxWaiting: number) {}

  /** Number of waiting requests. */
  get size(): number {
    return this.callers.size
  }

  add(entry: RefusableEntry): void {
    this.callers.add(entry)
  }

  delete(entry: RefusableEntry): void {
    this.callers.delete(entry)
  }

  /** Whether any request waits. @param exempt number of entries that do not count */
  isUsed(exempt: number): boolean {
    return this.callers.size > exempt
  }

  /** @param exempt see `isUsed` */
  isReached(exempt: number): boolean {
    return this.callers.size - exempt >= this.maxWaiting
  }

  /**
   * Makes room for another request. If the limit is reached, the newest request of the caller with the most
   * waiting requests is refused, so that nobody can fill the queue for the others.
   * @param exempt see `isUsed`
   * @throws QueueFullError if that is the caller itself
   */
  requireRoom(caller: string, exempt: number): void {
    if (!this.isReached(exempt)) return
    const error = new QueueFullError(`${this.maxWaiting} requests wait for a connection`)
    const newest = this.callers.newestOfLargestCaller()
    const isOfOther =
      newest && this.callers.countOf(newest.caller) > this.callers.countOf(caller) + 1
    if (!isOfOther) throw error
    newest.refuse(error)
  }

  /**
   * Waits for work that counts as a waiting request.
   * @throws OverloadedError if it is refused
   */
  async during(caller: string, work: Promise<unknown>): Promise<void> {
    let refuse: RefusableEntry['refuse'] = () => undefined
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = reject
    })
    const entry: RefusableEntry = {
      caller,
      refuse: (error) => {
        this.delete(entry)
        refuse(error)
      },
    }
    this.add(entry)
    try {
      await Promise.race([work, refused])
    } finally {
      this.delete(entry)
    }
  }
}
