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
  /** A bookmark at or after the end of the page, in the direction of reading, if it has the version of `from`. */
  readonly to?: Bookmark | undefined
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

export interface NearestBookmarks {
  /** The last one at or before the first row of the page. */
  readonly before?: Bookmark | undefined
  /** The first one at or after the end of the page. */
  readonly after?: Bookmark | undefined
  /** Whether both are positions in the same data. */
  readonly haveOneVersion: boolean
}

interface PagePosition {
  readonly offset: number
  readonly limit: number
  readonly total: number
  /**
   * Whether the total may be outdated. A forward read then takes `limit` rows even if the total has fewer, and
   * pages near the first row are not read from the last row.
   */
  readonly isOutdated: boolean
}

/**
 * The window from the first or the last row.
 * @param maxSkip maximum number of rows that the window from the first row skips if `isOutdated`
 */
export function windowFromEnds(page: PagePosition, maxSkip: number): PageWindow {
  const fromStart = windowFromStart(page.offset, takeForward(page))
  if (page.isOutdated && fromStart.skip <= maxSkip) return fromStart
  const take = rowsOf(page)
  const skip = page.total - page.offset - take
  return withFewerSkipped(fromStart, { isBackward: true, skip, take })
}

/** @param fromEnds the result if no bookmark is nearer */
export function windowFromBookmarks(
  page: PagePosition,
  { before, after, haveOneVersion }: NearestBookmarks,
  fromEnds: PageWindow,
): PageWindow {
  const windows = [fromEnds]
  const isBounded = haveOneVersion && !page.isOutdated
  if (before) {
    const skip = page.offset - before.offset
    const to = isBounded ? after : undefined
    windows.push({ from: before, to, isBackward: false, skip, take: takeForward(page) })
  }
  if (after) {
    const take = rowsOf(page)
    const skip = after.offset - page.offset - take
    const to = isBounded ? before : undefined
    windows.push({ from: after, to, isBackward: true, skip, take })
  }
  return windows.reduce(withFewerSkipped)
}

/** Number of rows of the page, if the total is that of the data. */
function rowsOf({ offset, limit, total }: PagePosition): number {
  return Math.max(0, Math.min(limit, total - offset))
}

function takeForward(page: PagePosition): number {
  return page.isOutdated ? page.limit : rowsOf(page)
}

function withFewerSkipped(best: PageWindow, window: PageWindow): PageWindow {
  return window.skip < best.skip ? window : best
}
