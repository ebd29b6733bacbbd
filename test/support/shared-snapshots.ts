/** Layers for shared snapshots over readers that need no database. */
import { readRequest, type Reader, type ReadRequest } from '../../src/core/reader'
import {
  withSharedSnapshots,
  type SharedSnapshots,
  type SnapshotReadOptions,
} from '../../src/core/layers/shared-snapshots'
import type { LentSession } from '../../src/dialect/lent-session'
import { planOfPage } from './rows-by-hand'
import { unreleasedReads } from './unreleased-reads'

export const TOTAL = 100

export const session: LentSession = {
  readRows: () => Promise.reject(new Error('the reader runs no statement')),
  inSnapshot: (_lock, work) => work(),
}

export const requestOf = (offset: number): ReadRequest => {
  const plan = planOfPage(offset)
  return readRequest({ ...plan, table: { ...plan.table, snapshotLock: '' } })
}

/** Each page has its offset as its only row, after this function has ended. */
export const pagesAfter = (before: (offset: number) => unknown): Reader => ({
  read: async ({ plan }) => {
    await before(plan.offset)
    return { rows: [[plan.offset]], total: TOTAL }
  },
})

/** Reads on sessions of which there are enough, one turn of the event loop after the first request. */
export const sharedSnapshots = (
  pages: Reader,
  options: Partial<SnapshotReadOptions> = {},
): SharedSnapshots => {
  const shared = withSharedSnapshots(pages, {
    withSession: async (work) => {
      await new Promise(setImmediate)
      return work(session)
    },
    changes: { counter: () => undefined },
    readerOn: () => pages,
    textOf: () => '',
    waitFor: async (work) => {
      await work
    },
    now: () => performance.now(),
    ...options,
  })
  if (!shared) throw new Error('no sessions')
  return shared
}

export const sharedReader = (pages: Reader, options: Partial<SnapshotReadOptions> = {}): Reader =>
  unreleasedReads(sharedSnapshots(pages, options))

/** A promise, and the function that resolves it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    opened,
    open: () => {
      open()
    },
  }
}
