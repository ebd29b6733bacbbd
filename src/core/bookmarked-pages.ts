/** Reads a deep page from the nearest bookmark instead of from the first row. */
import { ResultTooLargeError } from '../dialect/result-size'
import type { Cell } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import { inBackground } from '../tracing/tracing'
import { isCommonFailure } from './common-failure'
import { isSameVersion } from './data-version'
import { nearestWindow, type Bookmark } from './page-window'
import {
  OutdatedTotalError,
  type CachedTotal,
  type PagePlan,
  type Reader,
  type ReadRequest,
  type ReadResult,
} from './reader'
import { addBookmark, SeekBookmarks, type OrderBookmarks } from './seek-bookmarks'

export interface BookmarkOptions {
  /** Minimum number of rows between two bookmarks. */
  readonly minStep: number
  /** Maximum number of rows to skip with OFFSET without a search for a bookmark. */
  readonly maxSkip: number
  /** The clock, in milliseconds. */
  readonly now: () => number
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal | undefined
}

/** Bookmarks are collected after a page that skipped at least this many times `minStep` rows. */
const MIN_SKIPPED_STEPS = 4

export function withBookmarks(
  reader: Reader,
  { minStep, maxSkip, now, closing }: BookmarkOptions,
): Reader {
  const bookmarks = new SeekBookmarks(minStep, now)
  let isCollecting = false

  /** Runs a short statement for each bookmark, so that other requests never wait for a long one. */
  const collect = async (
    plan: PagePlan,
    collected: OrderBookmarks,
    maxAge: number,
  ): Promise<void> => {
    const { cached, keys, step } = collected
    const columns = plan.order.map(({ key }) => ({ select: key.sql }))
    const keyPlan = { ...plan, columns, shape: `keys ${plan.shape}` }
    while ((keys.length + 1) * step < cached.total) {
      const values = keys.at(-1)
      const from = values && { offset: keys.length * step, values }
      const window = { from, isBackward: false, skip: step - 1, take: 1 }
      const request = { plan: keyPlan, window, cached, isCounted: false, maxAge }
      const { rows, version } = await reader.read(request, closing)
      if (!isSameVersion(cached.version, version)) collected.hasOneVersion = false
      const [key] = rows
      if (!key?.every(isExact) || !addBookmark(collected, key)) return
    }
  }

  /** @returns whether no read failed */
  const collectInBackground = async (
    plan: PagePlan,
    collected: OrderBookmarks,
    maxAge: number,
  ): Promise<boolean> => {
    isCollecting = true
    try {
      await collect(plan, collected, maxAge)
      return true
    } catch {
      // The bookmarks so far are valid, and the next deep page collects more.
      return false
    } finally {
      isCollecting = false
    }
  }

  const collectAfter = async (
    { plan, maxAge = 0 }: ReadRequest,
    cached: CachedTotal,
    { version }: ReadResult,
    skipped: number,
  ): Promise<void> => {
    if (isCollecting) return
    const current = bookmarks.forOrder(plan, cached, maxAge)
    if (!current) return
    const isOutdated = current.keys.length > 0 && !isSameVersion(current.cached.version, version)
    if (isOutdated && bookmarks.age(current) > maxAge / 2) {
      // The old ones serve until the new ones are complete.
      const renewed = bookmarks.empty(cached, maxAge)
      if (await collectInBackground(plan, renewed, maxAge)) bookmarks.store(plan, renewed)
    } else if (skipped >= Math.max(MIN_SKIPPED_STEPS * minStep, current.step)) {
      bookmarks.store(plan, current)
      await collectInBackground(plan, current, maxAge)
      bookmarks.updateSize(plan, current)
    }
  }

  return {
    read: async (request, signal) => {
      const { plan, cached, isCounted, maxAge = 0 } = request
      const { offset, limit } = plan
      if (!cached || isCounted !== false || offset === 0) return reader.read(request, signal)
      const findBookmarks = (): Bookmark[] => bookmarks.nearest(plan, cached, maxAge)
      const window = nearestWindow(offset, limit, cached.total, findBookmarks, maxSkip, maxAge > 0)
      const used = window.from && bookmarks.forOrder(plan, cached, maxAge)
      try {
        const result = await reader.read({ ...request, window }, signal)
        void inBackground(() => collectAfter(request, cached, result, window.skip))
        const isCurrent = used?.hasOneVersion && isSameVersion(used.cached.version, result.version)
        if (!used || isCurrent) return result
        // The bookmark may be outdated, so the version of the data does not determine the rows.
        return { ...result, version: undefined, age: bookmarks.age(used) }
      } catch (error) {
        // A key of the bookmark may be outdated, such as a label of an enum that was renamed.
        if (!window.from || signal?.aborted || !mayBeCausedByKey(error)) throw error
        throw new OutdatedTotalError()
      }
    },
  }
}

/** Whether an invalid key in the statement's bindings may have caused the error. */
function mayBeCausedByKey(error: unknown): boolean {
  const hasOtherCause = error instanceof ResultTooLargeError || error instanceof TableChangedError
  return !hasOtherCause && !isCommonFailure(error)
}

/** Drivers decode bytes that are not valid UTF-8 as U+FFFD. */
function isExact(cell: Cell): boolean {
  return typeof cell !== 'string' || !cell.includes('\ufffd')
}
