/** Shares a count among concurrent requests that need the same total. */
import { QueueFullError } from '../../dialect/sessions/session-errors'
import type { Sessions } from '../../dialect/sessions/sessions'
import { isCommonFailure } from '../common-failure'
import type { ReadResult } from '../reader'

interface Count {
  readonly result: Promise<ReadResult>
  /** Aborted when the clients of the request that counts have disconnected. */
  readonly signal: AbortSignal | undefined
  /** The error of the count. A request that waits for the count can fail with an error of its own instead. */
  failure?: unknown
}

export class SharedCounts {
  private readonly running = new Map<string, Count>()

  /** @param waitFor waits, and counts as waiting for a connection */
  constructor(private readonly waitFor: Sessions['waitInQueue']) {}

  isRunning(key: string): boolean {
    return this.running.has(key)
  }

  async run(
    key: string,
    signal: AbortSignal | undefined,
    read: () => Promise<ReadResult>,
  ): Promise<ReadResult> {
    const count: Count = { result: read(), signal }
    this.running.set(key, count)
    try {
      return await count.result
    } catch (error) {
      count.failure = error
      throw error
    } finally {
      if (this.running.get(key) === count) this.running.delete(key)
    }
  }

  /**
   * Waits until the running count ends.
   * @returns whether the caller may wait for another count: not if this one failed for another reason than an abort,
   *   and not if its total has no version and so cannot be cached
   * @throws the count's error if it is a common failure, or the signal's reason
   */
  async wait(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    const count = this.running.get(key)
    if (!count) return true
    try {
      await this.waitFor(count.result, signal)
    } catch (error) {
      signal?.throwIfAborted()
      // Only the abort of the count itself: a request that a full queue has refused would be refused again.
      if (count.signal?.aborted && error === count.failure) return true
      // The error concerns only the caller of the request that counts, who has too many requests in the queue.
      if (error instanceof QueueFullError && error === count.failure) return false
      if (isCommonFailure(error)) throw error
      return false
    }
    return (await count.result).version !== undefined
  }
}
