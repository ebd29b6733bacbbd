/** Reads a page once for concurrent requests. */
import { QueueFullError } from '../dialect/sessions/session-errors'
import { isCommonFailure } from './common-failure'
import { planKey } from './read-plan'
import type { Reader, ReadResult } from './reader'
import { createSharedReads } from './shared-reads'

/** A full queue refuses the caller with most of the requests in it. */
const isFailureOfCaller = (error: unknown): boolean => error instanceof QueueFullError

export function withSharedPages(reader: Reader): Reader {
  const share = createSharedReads<ReadResult>({
    isCommonFailure: (error) => isCommonFailure(error) && !isFailureOfCaller(error),
    isFailureOfCaller,
  })
  return {
    read: (request, signal) =>
      share(planKey(request.plan), signal, (sharedSignal) => reader.read(request, sharedSignal)),
  }
}
