/** Where a page is read from: the place that the fewest rows lie between. */
import type { Cell } from '../dialect/schema'

/** The row before `offset`, by its keys. */
export interface Bookmark {
  readonly offset: number
  readonly values: readonly Cell[]
}

export interface PageWindow {
  /** Rows are read from here; without it from the first row, or backward from the last. */
  readonly from?: Bookmark
  readonly isBackward: boolean
  /** Rows to pass over. */
  readonly skip: number
  /** Rows to read. */
  readonly take: number
}

export function windowFromStart(offset: number, limit: number): PageWindow {
  return { isBackward: false, skip: offset, take: limit }
}

/**
 * @param findBookmarks gives them in the order of their offsets
 * @param maxSkip rows that the database may skip: a range would cost its planner more
 */
export function nearestWindow(
  offset: number,
  limit: number,
  total: number,
  findBookmarks: () => readonly Bookmark[],
  maxSkip: number,
): PageWindow {
  const take = Math.max(0, Math.min(limit, total - offset))
  const end = offset + take
  const fromEnds = nearer(windowFromStart(offset, take), {
    isBackward: true,
    skip: total - end,
    take,
  })
  if (fromEnds.skip <= maxSkip) return fromEnds
  const bookmarks = findBookmarks()
  const windows = [fromEnds]
  const before = lastAtOrBefore(bookmarks, offset)
  if (before) windows.push({ from: before, isBackward: false, skip: offset - before.offset, take })
  const behind = bookmarks[bookmarks.findIndex((bookmark) => bookmark.offset >= end)]
  if (behind) windows.push({ from: behind, isBackward: true, skip: behind.offset - end, take })
  return windows.reduce(nearer)
}

function nearer(best: PageWindow, window: PageWindow): PageWindow {
  return window.skip < best.skip ? window : best
}

function lastAtOrBefore(bookmarks: readonly Bookmark[], offset: number): Bookmark | undefined {
  return bookmarks[bookmarks.findLastIndex((bookmark) => bookmark.offset <= offset)]
}
