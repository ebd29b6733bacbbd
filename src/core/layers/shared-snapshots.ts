/**
 * Counts once for all requests that wait for a session to count the same rows, and reads their pages in the
 * snapshot of that count. The snapshot is always taken after these requests have arrived.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangeDetection, Connection } from '../../dialect/dialect'
import type { LentSession } from '../../dialect/lent-session'
import { setCaller } from '../../dialect/sessions/callers'
import type { Sessions } from '../../dialect/sessions/sessions'
import { unlessAborted } from '../../unless-aborted'
import { afterFailure, type AfterFailure } from './batch-failure'
import { ReadBatches, type ReadBatch } from './read-batches'
import type { Reader, ReadRequest, ReadResult } from '../reader'
import { WaitingRead } from './waiting-read'

export interface SnapshotReadOptions {
  readonly withSession: Connection['withSession']
  readonly changes: ChangeDetection
  readonly readerOn: (session: Pick<LentSession, 'readRows'>) => Reader
  /** The text of the statement that reads a page with a count. */
  readonly textOf: (request: ReadRequest) => string
  /** Waits for another request's statement, and counts as waiting for a connection. */
  readonly waitFor: Sessions['waitInQueue']
  /** The clock, in milliseconds. */
  readonly now: () => number
}

export interface SharedSnapshots {
  /**
   * @returns `undefined` only if the read is releasable, and `release` has ended its wait for a session
   * @throws as `Reader.read`
   */
  read(
    request: ReadRequest,
    signal: AbortSignal | undefined,
    isReleasable: boolean,
  ): Promise<ReadResult | undefined>
  /** Ends the waits of releasable reads that count these rows, because the total is cached by now. */
  release(totalKey: string): void
}

/** Reads a page in the snapshot. @param known what is known of the total */
type ReadPage = (read: WaitingRead, known?: Partial<ReadRequest>) => Promise<ReadResult>

type Counted = Omit<ReadResult, 'rows'>

interface OtherPages {
  readonly others: readonly WaitingRead[]
  readonly counted: Counted
  /** Milliseconds after which the pages that have not been started get another session. */
  readonly duration: number
  readonly readPage: ReadPage
}

/** Maximum number of pages that are read with one count. */
const MAX_PAGES = 100

/**
 * Pages are read with one count for twice the time of the count, and at least for these milliseconds. The
 * others then get another session, so that none waits long for a slow page.
 */
const MIN_DURATION = 100

/** Stands for an unknown version. */
const NO_VERSION = { counter: '', token: '' }

/**
 * @param reader reads each page with its own count
 * @returns `undefined` if the connection does not lend sessions
 */
export function withSharedSnapshots(
  reader: Reader,
  { withSession, changes, readerOn, textOf, waitFor, now }: SnapshotReadOptions,
): SharedSnapshots | undefined {
  if (!withSession) return undefined

  const run = async (batch: ReadBatch): Promise<void> => {
    const { pending, controller } = batch
    const [first] = pending
    if (!first) return
    setCaller(controller.signal, first.caller)
    try {
      const read = (session: LentSession): Promise<void> => readPages(batch, session)
      const sql = textOf(first.request)
      await withSession(read, {
        sql,
        signal: controller.signal,
        isAlreadyWaiting: batch.isAlreadyWaiting,
        onWaiting: (stopWaiting) => {
          batch.stopWaiting = stopWaiting
        },
      })
    } catch (error) {
      batches.close(batch)
      const next = afterFailure(batch, first, error)
      for (const read of [...pending]) settle(read, next(read))
    }
  }
  const batches = new ReadBatches(run)

  const settle = (read: WaitingRead, next: AfterFailure): void => {
    if (next === 'in another batch') batches.enqueue(read, true)
    else if (next === 'alone') read.resolve(read.run(() => reader.read(read.request, read.signal)))
    else read.reject(next.error)
  }

  const readPages = async (batch: ReadBatch, session: LentSession): Promise<void> => {
    const { inSnapshot } = session
    batch.hasSession = true
    // A free session is lent at once, and other reads that waited for the same count join in this turn.
    await nextTurn()
    const [first, ...others] = batches.take(batch, inSnapshot ? MAX_PAGES : 1)
    if (!first) return
    const onSession = readerOn({
      readRows: async (statement) => {
        const rows = await session.readRows(statement)
        batch.runsAgain = true
        return rows
      },
    })
    const readPage: ReadPage = (read, known) => {
      batch.current = read
      return read.run(() => onSession.read({ ...read.request, ...known }))
    }
    if (!inSnapshot || others.length === 0) {
      first.resolve(await readPage(first))
      return
    }
    batch.runsAgain = true
    const counter = changes.counter()
    await inSnapshot(first.request.plan.table.snapshotLock ?? '', async () => {
      const started = now()
      const counted = await count(first, counter, readPage)
      const duration = Math.max(MIN_DURATION, 2 * (now() - started))
      // In this turn, the first request caches the total and releases the reads that wait for it.
      await nextTurn()
      batches.endCount(batch)
      await readOthers(batches, batch, { others, counted, duration, readPage })
    })
  }

  return {
    read: async (request, signal, isReleasable) => {
      if (request.plan.table.snapshotLock === undefined) return reader.read(request, signal)
      signal?.throwIfAborted()
      const read = new WaitingRead(request, signal, isReleasable)
      const result = read.wait()
      const isFirst = batches.enqueue(read)
      try {
        // The batch waits for the session in the place of its first read.
        if (!isFirst) await waitFor(read.started, signal)
        return await unlessAborted(signal, result)
      } finally {
        batches.leave(read)
      }
    },
    release: (key) => {
      batches.release(key)
    },
  }
}

/**
 * Reads the first page with the total of the snapshot.
 * @param counter from before the snapshot
 * @returns the result without its rows, which may take much memory
 */
async function count(
  first: WaitingRead,
  counter: string | undefined,
  readPage: ReadPage,
): Promise<Counted> {
  const { rows, total, version: versionAfter } = await readPage(first)
  // After a page without rows, the total has a statement of its own, but the snapshot is that of the page.
  const version = versionAfter?.counter === counter ? versionAfter : undefined
  first.resolve({ rows, total, version })
  return { total, version }
}

/** Reads the other pages in the same snapshot. */
async function readOthers(
  batches: ReadBatches,
  batch: ReadBatch,
  { others, counted, duration, readPage }: OtherPages,
): Promise<void> {
  const { total, version } = counted
  // Nothing needs to be compared: the total is of the same snapshot.
  const cached = { total, version: version ?? NO_VERSION }
  const rest = new Set(others)
  const timer = setTimeout(() => {
    batches.move(batch, rest)
    rest.clear()
  }, duration)
  try {
    for (const read of rest) {
      rest.delete(read)
      if (!batch.pending.has(read)) continue
      const isEmpty = read.request.plan.offset >= total
      const { rows } = isEmpty
        ? { rows: [] }
        : await readPage(read, { cached, isCounted: false, maxAge: Infinity })
      read.resolve({ rows, ...counted })
    }
  } finally {
    clearTimeout(timer)
  }
}
