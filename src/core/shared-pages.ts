/** Reads a page once for concurrent requests. */
import { QueueFullError } from '../dialect/sessions/session-errors'
import { isCommonFailure } from './common-failure'
import { planKey } from './read-plan'
import type { Reader, ReadResult } from './reader'
import { createSharedReads } from './shared-reads'

export function withSharedPages(reader: Reader): Reader {
  const share = createSharedReads<ReadResult>({
    // A full queue refuses one caller, and the next read may be another's.
    isCommonFailure: (error) => isCommonFailure(error) && !(error instanceof QueueFullError),
  })
  return {
    read: (request, signal) =>
      share(planKey(request.plan), signal, (sharedSignal) => reader.read(request, sharedSignal)),
  }
}
