/** Reads a deep page from the nearest bookmark instead of from the first row. */
import { ResultTooLargeError } from '../../dialect/result-size'
import { TableChangedError } from '../../dialect/table-changed'
import { inBackground } from '../../tracing/tracing'
import { collectBookmarks } from './bookmark-collection'
import { isCommonFailure } from '../common-failure'
import { isSameVersion } from '../data-version'
import { windowFromBookmarks, windowFromEnds } from '../page-window'
import {
  OutdatedTotalError,
  type CachedTotal,
  type PagePlan,
  type Reader,
  type ReadRequest,
  type ReadResult,
} from '../reader'
import { nearestBookmarks, SeekBookmarks, type OrderBookmarks } from './seek-bookmarks'

interface BookmarkOptions {
  /** Minimum number of rows between two bookmarks. */
  readonly minStep: number
  /** Maximum number of rows that a page skips with OFFSET instead of using a bookmark. */
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

  const collect = async (
    plan: PagePlan,
    collected: OrderBookmarks,
    maxAge: number,
  ): Promise<boolean> => {
    isCollecting = true
    const hasSucceeded = await collectBookmarks(reader, { plan, collected, maxAge, now, closing })
    isCollecting = false
    return hasSucceeded
  }

  const collectAfter = async (
    { plan, maxAge }: ReadRequest,
    cached: CachedTotal,
    { version }: ReadResult,
    skipped: number,
  ): Promise<void> => {
    if (isCollecting) return
    const current = bookmarks.forOrder(plan, cached, maxAge)
    if (!current || current.isCostly) return
    const isOutdated = current.keys.length > 0 && !isSameVersion(current.cached.version, version)
    if (isOutdated && bookmarks.age(current) > maxAge / 2) {
      // The old ones serve until the new ones are complete.
      const renewed = bookmarks.empty(cached, maxAge)
      if (await collect(plan, renewed, maxAge)) bookmarks.store(plan, renewed)
    } else if (skipped >= Math.max(MIN_SKIPPED_STEPS * minStep, current.step)) {
      bookmarks.store(plan, current)
      await collect(plan, current, maxAge)
      bookmarks.updateSize(plan, current)
    }
  }

  return {
    read: async (request, signal) => {
      const { plan, cached, isCounted, maxAge } = request
      const { offset, limit } = plan
      if (!cached || isCounted || offset === 0) return reader.read(request, signal)
      const { total } = cached
      const page = { offset, limit, total, isOutdated: maxAge > 0 }
      const fromEnds = windowFromEnds(page, maxSkip)
      const found = fromEnds.skip > maxSkip ? bookmarks.forOrder(plan, cached, maxAge) : undefined
      const window = found
        ? windowFromBookmarks(page, nearestBookmarks(found, plan, total), fromEnds)
        : fromEnds
      const used = window.from && found
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

/**
 * Whether an invalid key in the statement's bindings may have caused the error. A database reports an invalid
 * key with the same code as a changed table. If the table has changed, a read without bookmarks reports it too.
 */
function mayBeCausedByKey(error: unknown): boolean {
  const hasOtherCause =
    error instanceof ResultTooLargeError ||
    (error instanceof TableChangedError && error.cause === undefined)
  return !hasOtherCause && !isCommonFailure(error)
}
