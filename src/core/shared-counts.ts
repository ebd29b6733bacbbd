/** Shares a count among concurrent requests that need the same total. */
import { QueueFullError } from '../dialect/sessions/session-errors'
import type { Sessions } from '../dialect/sessions/sessions'
import { isCommonFailure } from './common-failure'
import type { ReadResult } from './reader'

interface Count {
  readonly result: Promise<ReadResult>
  /** Aborted when the clients of the request that counts have disconnected. */
  readonly signal: AbortSignal | undefined
  /** The error of the count itself, which may equal that of a request that waits for it. */
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
   * @returns whether the caller may wait for another count: false if this one failed, but not by an
   *   abort, or if its total has no version and so cannot be cached
   * @throws the count's error if it is a common failure, or the signal's reason
   */
  async wait(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    const count = this.running.get(key)
    if (!count) return true
    try {
      await this.waitFor(count.result, signal)
    } catch (error) {
      signal?.throwIfAborted()
      // Not the refusal of this request by a full queue: it would be refused again, before the count can end.
      if (count.signal?.aborted && error === count.failure) return true
      // The caller of the request that counts has too many in the queue.
      if (error instanceof QueueFullError && error === count.failure) return false
      if (isCommonFailure(error)) throw error
      return false
    }
    return (await count.result).version !== undefined
  }
}
