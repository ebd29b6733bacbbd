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
import { hasOneRange } from './seek-condition'
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

/** Maximum number of rows that a statement passes to collect bookmarks. */
const MAX_PASSED = 8000

/**
 * Milliseconds after which collecting stops until the next deep page. Without an index for the order, each
 * statement reads the whole table.
 */
const MAX_DURATION = 2000

/** Milliseconds for all bookmarks of an order; if they would take longer, no more are collected. */
const MAX_WHOLE_DURATION = 60_000

export function withBookmarks(
  reader: Reader,
  { minStep, maxSkip, now, closing }: BookmarkOptions,
): Reader {
  const bookmarks = new SeekBookmarks(minStep, now)
  let isCollecting = false

  /** Runs short statements, so that other requests never wait for a long one. */
  const collect = async (
    plan: PagePlan,
    collected: OrderBookmarks,
    maxAge: number,
  ): Promise<void> => {
    const { cached, keys, step } = collected
    const columns = plan.order.map(({ key }) => ({ select: key.sql }))
    const keyPlan = { ...plan, columns, shape: `keys ${plan.shape}` }
    const keysAtOnce = canSpaceKeys(plan) ? Math.max(1, Math.floor(MAX_PASSED / step)) : 1
    const started = now()
    const before = keys.length
    const missing = (): number => Math.ceil(cached.total / step) - 1 - keys.length
    while (missing() > 0) {
      const duration = now() - started
      if (duration >= MAX_DURATION) {
        const expected = (duration / (keys.length - before)) * missing()
        collected.isCostly = expected > MAX_WHOLE_DURATION
        return
      }
      const values = keys.at(-1)
      const from = values && { offset: keys.length * step, values }
      const window =
        keysAtOnce > 1
          ? { from, isBackward: false, skip: 0, take: keysAtOnce, step }
          : { from, isBackward: false, skip: step - 1, take: 1 }
      const request = { plan: keyPlan, window, cached, isCounted: false, maxAge }
      const { rows, version } = await reader.read(request, closing)
      if (!isSameVersion(cached.version, version)) collected.hasOneVersion = false
      if (rows.length === 0) return
      for (const key of rows.slice(0, missing())) {
        if (!key.every(isExact) || !addBookmark(collected, key)) return
      }
    }
  }

  /** @returns whether no read failed */
  const collectInBackground = async (
    plan: PagePlan,
    collected: OrderBookmarks,
    maxAge: number,
  ): Promise<boolean> => {
    isCollecting = true
    const started = now()
    try {
      await collect(plan, collected, maxAge)
      return true
    } catch {
      // The bookmarks so far are valid, and the next deep page collects more, unless a timeout ended this.
      collected.isCostly = now() - started >= MAX_DURATION
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
    if (!current || current.isCostly) return
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

/**
 * Whether one statement can return several keys: only if it has one range, and if its servers need not
 * number the rows of others.
 */
function canSpaceKeys({ table, order }: PagePlan): boolean {
  return hasOneRange(order) && !table.isDistributed && !table.parts
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
