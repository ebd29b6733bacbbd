import type { SortDirection } from '../dialect/dialect'

/** One column to sort by. */
export interface SortTerm {
  /** Name of the column. */
  readonly column: string
  /** Ascending or descending; NULL is the smallest value. */
  readonly direction: SortDirection
}

/** A well-formed request for rows. Its names are not yet resolved with a schema. */
export interface TableQuery {
  /** Name of the table. */
  readonly table: string
  /** From 1. */
  readonly page: number
  /** Rows per page, from 1. */
  readonly limit: number
  /** Text to find; empty for no filter. */
  readonly filter: string
  /** Columns to search; `undefined` for all text columns. */
  readonly filterColumns?: readonly string[]
  /** Columns to sort by, the most significant first; empty for the order of the key. */
  readonly sort: readonly SortTerm[]
  /** Columns to return; `undefined` for all. */
  readonly columns?: readonly string[]
}
