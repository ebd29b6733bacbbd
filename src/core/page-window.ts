/**
 * Determines the position from which a page is read: the first row, the last row, or the bookmark
 * from which the fewest rows are skipped.
 */
import type { Cell } from '../dialect/schema'

/** The position `offset` in an order. */
export interface Bookmark {
  readonly offset: number
  /** Keys of the row before this position, which has the index `offset - 1`. */
  readonly values: readonly Cell[]
}

export interface PageWindow {
  /** Rows are read from this bookmark; default: the first row, or the last row if `isBackward`. */
  readonly from?: Bookmark | undefined
  readonly isBackward: boolean
  /** Number of rows between `from` and the page. */
  readonly skip: number
  /** Number of rows to read. */
  readonly take: number
  /**
   * Reads only the keys of the order, of the last row of each `step` rows. `take` is the number of those
   * rows, and nothing is skipped. Default: each row with its columns.
   */
  readonly step?: number
}

export function windowFromStart(offset: number, limit: number): PageWindow {
  return { isBackward: false, skip: offset, take: limit }
}

/**
 * @param findBookmarks returns bookmarks sorted by offset
 * @param maxSkip maximum number of rows to skip with OFFSET: planning a range would take longer
 * @param isOutdated whether the total may be outdated: a page that is read forward can then have more
 *   rows than it allows, and a page near the first row is not counted from the last one
 */
export function nearestWindow(
  offset: number,
  limit: number,
  total: number,
  findBookmarks: () => readonly Bookmark[],
  maxSkip: number,
  isOutdated: boolean,
): PageWindow {
  const take = Math.max(0, Math.min(limit, total - offset))
  const takeForward = isOutdated ? limit : take
  const fromStart = windowFromStart(offset, takeForward)
  if (isOutdated && fromStart.skip <= maxSkip) return fromStart
  const end = offset + take
  const fromEnds = withFewerSkipped(fromStart, {
    isBackward: true,
    skip: total - end,
    take,
  })
  if (fromEnds.skip <= maxSkip) return fromEnds
  const bookmarks = findBookmarks()
  const windows = [fromEnds]
  const before = lastAtOrBefore(bookmarks, offset)
  if (before) {
    const skip = offset - before.offset
    windows.push({ from: before, isBackward: false, skip, take: takeForward })
  }
  const after = bookmarks[bookmarks.findIndex((bookmark) => bookmark.offset >= end)]
  if (after) windows.push({ from: after, isBackward: true, skip: after.offset - end, take })
  return windows.reduce(withFewerSkipped)
}

function withFewerSkipped(best: PageWindow, window: PageWindow): PageWindow {
  return window.skip < best.skip ? window : best
}

function lastAtOrBefore(bookmarks: readonly Bookmark[], offset: number): Bookmark | undefined {
  return bookmarks[bookmarks.findLastIndex((bookmark) => bookmark.offset <= offset)]
}
