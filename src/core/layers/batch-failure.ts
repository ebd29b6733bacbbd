/** Decides what happens to the reads of a batch that has failed. */
import { QueueFullError } from '../../dialect/sessions/session-errors'
import { TableChangedError } from '../../dialect/table-changed'
import { isCommonFailure } from '../common-failure'
import type { ReadBatch } from './read-batches'
import type { WaitingRead } from './waiting-read'

/** What a read gets: the error, a statement of its own, or a place in another batch. */
export type AfterFailure = { readonly error: unknown } | 'alone' | 'in another batch'

/**
 * @param first the read in whose place the batch has waited for a session
 * @returns a function of each pending read; call it for all before any of them gets its result
 */
export function afterFailure(
  { pending, current, runsAgain, isCounted }: ReadBatch,
  first: WaitingRead,
  error: unknown,
): (read: WaitingRead) => AfterFailure {
  const failure = { error }
  // The error concerns only the caller of the first read, who has too many requests in the queue.
  if (error instanceof QueueFullError)
    return (read) => (read === first ? failure : 'in another batch')
  const isCommon = isCommonFailure(error)
  if (!runsAgain || (isCommon && !isCounted)) return () => failure
  // The reads of a batch have equal descriptions of the table, so each of them must plan again. Only the read whose
  // statement has failed gets the error of the database as cause.
  if (error instanceof TableChangedError) {
    return (read) => ({ error: read === current ? error : new TableChangedError() })
  }
  const [next] = pending
  const failed = current && pending.has(current) ? current : next
  return (read) => {
    if (read !== failed) return 'in another batch'
    // Read it again by itself: the error may come from the session or from the lock of the snapshot, and not
    // from its own statement.
    return isCommon && read === current ? failure : 'alone'
  }
}
