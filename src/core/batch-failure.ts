/** What happens to the reads of a batch that has failed. */
import { QueueFullError } from '../dialect/sessions/session-errors'
import { TableChangedError } from '../dialect/table-changed'
import { isCommonFailure } from './common-failure'
import type { ReadBatch } from './read-batches'
import type { WaitingRead } from './waiting-read'

/** The error of a read, or how it is read again. */
export type AfterFailure = Error | 'alone' | 'in another batch'

/**
 * @param first the read in whose place the batch has waited for a session
 * @returns a function of each pending read; call it for all before any of them gets its result
 */
export function afterFailure(
  { pending, current, runsAgain, isCounted }: ReadBatch,
  first: WaitingRead,
  error: unknown,
): (read: WaitingRead) => AfterFailure {
  const failure = error as Error
  // Only the caller of the first read has too many in the queue.
  if (error instanceof QueueFullError)
    return (read) => (read === first ? error : 'in another batch')
  const isCommon = isCommonFailure(error)
  if (!runsAgain || (isCommon && !isCounted)) return () => failure
  // All have an equal description of the table, and plan again. The cause is that of one statement.
  if (error instanceof TableChangedError) {
    return (read) => (read === current ? error : new TableChangedError())
  }
  const [next] = pending
  const failed = current && pending.has(current) ? current : next
  return (read) => {
    if (read !== failed) return 'in another batch'
    // Its own statement shows whether the error comes from the session, which may have been lost after its
    // first statement, or from the snapshot, whose lock may have failed.
    return isCommon && read === current ? failure : 'alone'
  }
}
