/** Reads a page once for concurrent requests. */
import { isCommonFailure } from './common-failure'
import { planKey } from './read-plan'
import type { Reader, ReadResult } from './reader'
import { createSharedReads } from './shared-reads'

export function withSharedPages(reader: Reader): Reader {
  const share = createSharedReads<ReadResult>({ isCommonFailure })
  return {
    read: (request, signal) =>
      share(planKey(request.plan), signal, (sharedSignal) => reader.read(request, sharedSignal)),
  }
}
