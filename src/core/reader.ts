/** The interface of the executor, which runs a page's statement, and of each layer around it. */
import type { Cell } from '../dialect/schema'
import type { DataVersion } from './data-version'
import type { PageWindow } from './page-window'
import type { ReadPlan } from './read-plan'

/** The part of a plan that a page's statement depends on. */
export type PagePlan = Omit<ReadPlan, 'resultColumns'>

/** A total, and the version of the data that was counted. */
export interface CachedTotal {
  readonly version: DataVersion
  readonly total: number
}

export interface ReadRequest {
  readonly plan: PagePlan
  /** Position from which the page is read; `undefined`: the first row. */
  readonly window: PageWindow | undefined
  /** Used instead of a count if the data still has its version. */
  readonly cached: CachedTotal | undefined
  /** Whether to count if `cached` is outdated. */
  readonly isCounted: boolean
  /**
   * Milliseconds that the bookmarks may be old. If it is positive and nothing is counted, `cached` may be
   * outdated; if it is 0, both must have the version of the data.
   */
  readonly maxAge: number
}

/**
 * Reads from the first row, and counts. It has all properties because layers copy it: in Node.js 20, an
 * object that adds a property to a copy (`{ ...request, window }`) has a hidden class of its own, which
 * makes each function that reads it slower. A copy that only replaces properties does not.
 */
export function readRequest(plan: PagePlan): ReadRequest {
  return { plan, window: undefined, cached: undefined, isCounted: true, maxAge: 0 }
}

export interface ReadResult {
  /** Cells in the order of the plan's columns. */
  readonly rows: readonly (readonly Cell[])[]
  /** Number of matching rows on all pages, in the same snapshot as `rows` unless `age` is positive. */
  readonly total: number
  /**
   * Version of the data in that snapshot; absent if the database cannot determine it, or if `age` is
   * positive.
   */
  readonly version?: DataVersion | undefined
  /**
   * Milliseconds from the count of the total or the collection of the bookmarks, whichever was earlier,
   * to the read; 0 if the data has not changed in between. Absent if `maxAge` is 0.
   */
  readonly age?: number | undefined
}

/** The data has changed since `cached` was counted, and `maxAge` is 0. */
export class OutdatedTotalError extends Error {}

export interface Reader {
  /**
   * @param signal aborts the read: the database cancels the statement
   * @throws OutdatedTotalError if `isCounted` is false; TableChangedError, ResultTooLargeError, the
   *   driver's errors, or the signal's reason
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadResult>
}
