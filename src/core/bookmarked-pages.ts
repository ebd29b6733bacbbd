/** Reads a deep page from the nearest bookmark instead of from the first row. */
import { ResultTooLargeError } from '../dialect/result-size'
import type { Cell } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import { isCommonFailure } from './common-failure'
import { nearestWindow } from './page-window'
import { OutdatedTotalError, type CachedTotal, type PagePlan, type Reader } from './reader'
import { addBookmark, SeekBookmarks, type OrderBookmarks } from './seek-bookmarks'

export interface BookmarkOptions {
  /** Rows between two bookmarks, at least. */
  readonly minStep: number
  /** Offsets up to this are skipped by the database. */
  readonly maxSkip: number
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal | undefined
}

/** Skipping so many times the rows between two bookmarks makes them worth collecting. */
const FAR = 4

export function withBookmarks(
  reader: Reader,
  { minStep, maxSkip, closing }: BookmarkOptions,
): Reader {
  const bookmarks = new SeekBookmarks(minStep)
  let isCollecting = false

  /** Step by step, each a statement of its own, so that nothing else ever waits for more than one. */
  const collect = async (plan: PagePlan, collected: OrderBookmarks): Promise<void> => {
    const { cached, keys, step } = collected
    const columns = plan.order.map(({ key }) => ({ select: key.sql }))
    const keyPlan = { ...plan, columns, shape: `keys ${plan.shape}` }
    while ((keys.length + 1) * step < cached.total) {
      const values = keys.at(-1)
      const from = values && { offset: keys.length * step, values }
      const window = { ...(from && { from }), isBackward: false, skip: step - 1, take: 1 }
      const request = { plan: keyPlan, window, cached, isCounted: false }
      const { rows } = await reader.read(request, closing)
      const [key] = rows
      if (!key?.every(isExact) || !addBookmark(collected, key)) return
    }
  }

  const collectAfter = (plan: PagePlan, cached: CachedTotal, skipped: number): void => {
    if (isCollecting || skipped < FAR * minStep) return
    const collected = bookmarks.of(plan, cached)
    if (!collected || skipped < collected.step) return
    bookmarks.keep(plan, collected)
    isCollecting = true
    collect(plan, collected)
      // The bookmarks so far are true, and the next deep page collects more.
      .catch(() => undefined)
      .finally(() => {
        bookmarks.measure(plan, collected)
        isCollecting = false
      })
  }

  return {
    read: async (request, signal) => {
      const { plan, cached, isCounted } = request
      const { offset, limit } = plan
      if (!cached || isCounted !== false || offset === 0) return reader.read(request, signal)
      const near = (): ReturnType<SeekBookmarks['near']> => bookmarks.near(plan, cached)
      const window = nearestWindow(offset, limit, cached.total, near, maxSkip)
      try {
        const result = await reader.read({ ...request, window }, signal)
        collectAfter(plan, cached, window.skip)
        return result
      } catch (error) {
        // A key may be no value any more: a label of an enum that has another name by now.
        if (!window.from || signal?.aborted || !mayBeOfKey(error)) throw error
        throw new OutdatedTotalError()
      }
    },
  }
}

/** Whether a statement may have failed for a key that it was given. */
function mayBeOfKey(error: unknown): boolean {
  const isOther = error instanceof ResultTooLargeError || error instanceof TableChangedError
  return !isOther && !isCommonFailure(error)
}

/** A text that is no valid UTF-8 in the database arrives with this character in its place. */
function isExact(cell: Cell): boolean {
  return typeof cell !== 'string' || !cell.includes('\ufffd')
}
