/** Where a page is read from: the place that the fewest rows lie between. */
import type { Cell } from '../dialect/schema'

/** The row before `offset`, by its keys. */
export interface Boundary {
  readonly offset: number
  readonly values: readonly Cell[]
}

export interface PageWindow {
  /** Rows are read from here; without it from the first row, or backward from the last. */
  readonly from?: Boundary
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
 * @param findBoundaries gives them in the order of their offsets
 * @param fewRows that may as well be passed over: to look a boundary up costs a planner more
 */
export function nearestWindow(
  offset: number,
  limit: number,
  total: number,
  findBoundaries: () => readonly Boundary[],
  fewRows: number,
): PageWindow {
  const take = Math.max(0, Math.min(limit, total - offset))
  const end = offset + take
  const fromEnds = nearer(windowFromStart(offset, take), {
    isBackward: true,
    skip: total - end,
    take,
  })
  if (fromEnds.skip <= fewRows) return fromEnds
  const boundaries = findBoundaries()
  const windows = [fromEnds]
  const before = lastAtOrBefore(boundaries, offset)
  if (before) windows.push({ from: before, isBackward: false, skip: offset - before.offset, take })
  const behind = boundaries[boundaries.findIndex((boundary) => boundary.offset >= end)]
  if (behind) windows.push({ from: behind, isBackward: true, skip: behind.offset - end, take })
  return windows.reduce(nearer)
}

function nearer(best: PageWindow, window: PageWindow): PageWindow {
  return window.skip < best.skip ? window : best
}

function lastAtOrBefore(boundaries: readonly Boundary[], offset: number): Boundary | undefined {
  return boundaries[boundaries.findLastIndex((boundary) => boundary.offset <= offset)]
}
