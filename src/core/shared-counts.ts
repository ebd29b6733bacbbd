/** One request counts for all that need the same total. */
import { isCommonFailure } from './common-failure'
import type { ReadResult } from './reader'

interface Count {
  readonly result: Promise<ReadResult>
  /** Aborted when the clients of that request have left. */
  readonly signal: AbortSignal | undefined
}

export class SharedCounts {
  private readonly running = new Map<string, Count>()

  /** @param waitFor waits with a place in the queue for a connection */
  constructor(
    private readonly waitFor: (work: Promise<unknown>, signal?: AbortSignal) => Promise<void>,
  ) {}

  isRunning(key: string): boolean {
    return this.running.has(key)
  }

  async run(
    key: string,
    signal: AbortSignal | undefined,
    read: () => Promise<ReadResult>,
  ): Promise<ReadResult> {
    const count = { result: read(), signal }
    this.running.set(key, count)
    try {
      return await count.result
    } finally {
      if (this.running.get(key) === count) this.running.delete(key)
    }
  }

  /**
   * Waits for the running count.
   * @returns whether the wait has been of use, or another may be
   * @throws what the count fails by, where this request would fail by it too
   */
  async follow(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    const count = this.running.get(key)
    if (!count) return true
    try {
      await this.waitFor(count.result, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (count.signal?.aborted) return true
      if (isCommonFailure(error)) throw error
      return false
    }
    return (await count.result).version !== undefined
  }
}
