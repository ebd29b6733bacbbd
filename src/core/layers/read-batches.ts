/** Batches of reads that wait to share a count. Each batch gets one session. */
import { FairQueue } from '../../dialect/sessions/fair-queue'
import { totalKey } from './total-cache'
import type { WaitingRead } from './waiting-read'

export interface ReadBatch {
  readonly key: string
  /** Reads without a result whose clients are still there. */
  readonly pending: Set<WaitingRead>
  /** Aborted when all reads have left. */
  readonly controller: AbortController
  /** Whether it waits for a session or has one. */
  isStarted: boolean
  /** Whether each of its reads counts as waiting by itself; if not, the batch counts in place of `first`. */
  readonly isAlreadyWaiting: boolean
  /** The read that does not count as waiting, because the batch does in its place. */
  first?: WaitingRead
  /** Makes the batch no longer count as waiting. Called when `first` has left: each other read counts by itself. */
  stopWaiting?: () => void
  /** Whether it has its session. */
  hasSession: boolean
  /** Whether its reads run again, each by itself, if it fails. */
  runsAgain: boolean
  /** The last read whose statement has started. */
  current?: WaitingRead
  /** Whether its count has ended. */
  isCounted: boolean
}

/** Maximum number of batches that count the same rows at a time. Reads that arrive meanwhile share the next. */
const MAX_COUNTS = 2

export class ReadBatches {
  /** By key: the batches that other reads can join. */
  private readonly open = new Map<string, ReadBatch>()
  /** By key: the number of batches that wait for a session or count. */
  private readonly counting = new Map<string, number>()

  /** @param run reads all pages of a batch; never rejects */
  constructor(private readonly run: (batch: ReadBatch) => Promise<void>) {}

  /**
   * Adds the read to the next batch, and removes it from its own.
   * @param isWaiting whether it already counts as waiting
   * @returns whether the batch now waits for a session in the place of the read
   */
  enqueue(read: WaitingRead, isWaiting = false): boolean {
    read.batch?.pending.delete(read)
    const key = totalKey(read.request.plan)
    const joined = this.open.get(key)
    const batch = joined ?? newBatch(key, isWaiting || !this.mayCount(key))
    this.open.set(key, batch)
    batch.pending.add(read)
    read.batch = batch
    const isFirst = !joined && !batch.isAlreadyWaiting
    if (isFirst) batch.first = read
    this.startNext(key)
    return isFirst
  }

  /** Call this when the client of the read no longer waits. Has no effect after the read has its result. */
  leave(read: WaitingRead): void {
    const { batch, signal } = read
    if (batch?.pending.delete(read)) this.afterLeaving(batch, signal?.reason)
  }

  /** Adds the reads to the next batch. The running statement goes on if its client is still there. */
  move(batch: ReadBatch, reads: Iterable<WaitingRead>): void {
    for (const read of reads) if (batch.pending.has(read)) this.enqueue(read, true)
    this.afterLeaving(batch, batch.current?.signal?.reason)
  }

  /** Ends the waits of the reads that have no session yet and may be released. */
  release(key: string): void {
    const batch = this.open.get(key)
    if (!batch || batch.hasSession) return
    for (const read of [...batch.pending]) if (read.isReleasable) read.release()
    this.afterLeaving(batch, undefined)
  }

  /** Keeps other reads from joining: the snapshot of the batch would be older than they are. */
  close(batch: ReadBatch): void {
    if (this.open.get(batch.key) === batch) this.open.delete(batch.key)
  }

  /**
   * Closes the batch when it has its session.
   * @returns the reads for the session, those of each caller in turn; the others join the next batch
   */
  take(batch: ReadBatch, max: number): WaitingRead[] {
    this.close(batch)
    const queue = new FairQueue<WaitingRead>()
    // Reads that come from another batch have joined after newer ones.
    for (const read of [...batch.pending].sort((a, b) => a.arrival - b.arrival)) queue.push(read)
    const taken: WaitingRead[] = []
    for (let read = queue.take(); read && taken.push(read) < max;) read = queue.take()
    for (const read of queue) this.enqueue(read, true)
    return taken
  }

  /** Lets the next batch count. */
  endCount(batch: ReadBatch): void {
    if (batch.isCounted) return
    batch.isCounted = true
    const { key } = batch
    const others = (this.counting.get(key) ?? 1) - 1
    if (others > 0) this.counting.set(key, others)
    else this.counting.delete(key)
    this.startNext(key)
  }

  /** @param reason why the batch is aborted if no read is left */
  private afterLeaving(batch: ReadBatch, reason: unknown): void {
    if (batch.pending.size === 0) {
      this.close(batch)
      batch.controller.abort(reason)
    } else if (batch.first && !batch.pending.has(batch.first)) batch.stopWaiting?.()
  }

  private mayCount(key: string): boolean {
    return (this.counting.get(key) ?? 0) < MAX_COUNTS
  }

  private startNext(key: string): void {
    const batch = this.open.get(key)
    const [first] = batch?.pending ?? []
    if (!batch || batch.isStarted || !first || !this.mayCount(key)) return
    batch.isStarted = true
    this.counting.set(key, (this.counting.get(key) ?? 0) + 1)
    first.inContext(() => {
      void this.run(batch).finally(() => {
        this.endCount(batch)
      })
    })
  }
}

function newBatch(key: string, isAlreadyWaiting: boolean): ReadBatch {
  const controller = new AbortController()
  return {
    key,
    pending: new Set(),
    controller,
    isAlreadyWaiting,
    isStarted: false,
    hasSession: false,
    runsAgain: false,
    isCounted: false,
  }
}
