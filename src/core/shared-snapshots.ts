/**
 * Counts once for all requests that wait for a session to count the same rows, and reads their pages in the
 * snapshot of that count. A snapshot is always from after the arrival of its requests.
 */
import type { Connection } from '../dialect/dialect'
import type { LentSession } from '../dialect/lent-session'
import { setCaller } from '../dialect/sessions/callers'
import { TableChangedError } from '../dialect/table-changed'
import { unlessAborted } from '../unless-aborted'
import { isCommonFailure } from './common-failure'
import { ReadBatches, type ReadBatch } from './read-batches'
import type { Reader, ReadRequest, ReadResult } from './reader'
import { WaitingRead } from './waiting-read'

export interface SnapshotReadOptions {
  readonly withSession: Connection['withSession']
  readonly readerOn: (session: Pick<LentSession, 'readRows'>) => Reader
  /** The text of the statement that reads a page with a count. */
  readonly textOf: (request: ReadRequest) => string
  /** Waits for another request's statement, and counts as waiting for a connection. */
  readonly waitFor: (work: Promise<unknown>, signal?: AbortSignal) => Promise<void>
  /** The clock, in milliseconds. */
  readonly now: () => number
}

/** Maximum number of pages that are read with one count. */
const MAX_PAGES = 100

/**
 * Pages are read with one count for twice the time of the count, and at least for these milliseconds. The
 * others then get another session, so that none waits long for a slow page.
 */
const MIN_DURATION = 100

/** Of a count whose version is not known. */
const NO_VERSION = { counter: '', token: '' }

/** @param reader reads each page with its own count */
export function withSharedSnapshots(
  reader: Reader,
  { withSession, readerOn, textOf, waitFor, now }: SnapshotReadOptions,
): Reader {
  if (!withSession) return reader

  const run = async (batch: ReadBatch): Promise<void> => {
    const { pending, controller } = batch
    const [first] = pending
    if (!first) return
    setCaller(controller.signal, first.caller)
    try {
      const read = (session: LentSession): Promise<void> => readPages(batch, session)
      const sql = textOf(first.request)
      await withSession(read, { sql, signal: controller.signal, hasPlace: batch.hasPlace })
    } catch (error) {
      batches.close(batch)
      const isCommon = !batch.isRetried || (isCommonFailure(error) && !batch.isCounted)
      const [waiting] = pending
      const failed = batch.current && pending.has(batch.current) ? batch.current : waiting
      for (const read of [...pending]) {
        if (isCommon) read.reject(error)
        // All have the same description of the table, and each plans again. The cause is that of one statement.
        else if (error instanceof TableChangedError) {
          read.reject(read === failed ? error : new TableChangedError())
        } else if (read !== failed) batches.enqueue(read, true)
        // Its own statement shows whether the error comes from the session, which may have been lost after its
        // first statement, or from the snapshot, whose lock may have failed.
        else read.resolve(read.run(() => reader.read(read.request, read.signal)))
      }
    }
  }
  const batches = new ReadBatches(run)

  const readPages = async (batch: ReadBatch, session: LentSession): Promise<void> => {
    const { inSnapshot } = session
    const [first, ...others] = batches.take(batch, inSnapshot ? MAX_PAGES : 1)
    if (!first) return
    const onSession = readerOn({
      readRows: async (statement) => {
        const rows = await session.readRows(statement)
        batch.isRetried = true
        return rows
      },
    })
    const readPage = (read: WaitingRead, known?: object): Promise<ReadResult> => {
      batch.current = read
      return read.run(() => onSession.read({ ...read.request, ...known }))
    }
    if (!inSnapshot || others.length === 0) {
      first.resolve(await readPage(first))
      return
    }
    batch.isRetried = true
    const started = now()
    await inSnapshot(first.request.plan.table.snapshotLock ?? '', async () => {
      const counted = await readPage(first)
      batches.endCount(batch)
      const { total, version } = counted
      first.resolve(counted)
      // The total is of the same snapshot, so nothing is compared.
      const cached = { total, version: version ?? NO_VERSION }
      const rest = new Set(others)
      const timer = setTimeout(
        () => {
          for (const read of rest) if (batch.pending.has(read)) batches.enqueue(read, true)
          rest.clear()
        },
        Math.max(MIN_DURATION, 2 * (now() - started)),
      )
      try {
        for (const read of rest) {
          rest.delete(read)
          if (!batch.pending.has(read)) continue
          const isEmpty = read.request.plan.offset >= total
          const { rows } = isEmpty
            ? { rows: [] }
            : await readPage(read, { cached, isCounted: false, maxAge: Infinity })
          read.resolve({ rows, total, version })
        }
      } finally {
        clearTimeout(timer)
      }
    })
  }

  return {
    read: async (request, signal) => {
      if (request.plan.table.snapshotLock === undefined) return reader.read(request, signal)
      signal?.throwIfAborted()
      const read = new WaitingRead(request, signal)
      const isFirst = batches.enqueue(read)
      try {
        // The batch waits for the session in the place of its first read.
        if (!isFirst) await waitFor(read.started, signal)
        return await unlessAborted(signal, read.result)
      } finally {
        batches.leave(read)
      }
    },
  }
}
