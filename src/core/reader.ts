/** One interface for whatever reads a page: the executor of statements, and each layer around it. */
import type { Cell, ColumnSchema } from '../dialect/schema'
import type { DataVersion } from './data-version'
import type { PageWindow } from './page-window'
import type { ReadPlan } from './read-plan'

/** What the statements of a page need of a plan. */
export interface PagePlan extends Omit<ReadPlan, 'columns'> {
  readonly columns: readonly (Pick<ColumnSchema, 'select' | 'resultType'> &
    Partial<Pick<ColumnSchema, 'name' | 'type'>>)[]
}

/** A total that was right for a version of the data. */
export interface CachedTotal {
  readonly version: DataVersion
  readonly total: number
}

export interface ReadRequest {
  readonly plan: PagePlan
  /** Where the page is read from; default: the first row. */
  readonly window?: PageWindow
  /** Spares the count, if the data still has its version. */
  readonly cached?: CachedTotal | undefined
  /** Whether to count if `cached` is out of date; default: true. */
  readonly isCounted?: boolean
}

export interface ReadResult {
  /** Cells in the order of the plan's columns. */
  readonly rows: readonly (readonly Cell[])[]
  /** Rows that match on all pages, in the snapshot that the rows are from. */
  readonly total: number
  /** Of the data in that snapshot; absent where the database cannot tell. */
  readonly version?: DataVersion | undefined
}

/** The data has changed since the total was cached that the page was to be read with. */
export class OutdatedTotalError extends Error {}

export interface Reader {
  /**
   * @param signal aborts the read: the database stops working on it
   * @throws OutdatedTotalError if `isCounted` is false; TableChangedError, ResultTooLargeError, what the
   *   driver throws, or the signal's reason
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ReadResult>
}
