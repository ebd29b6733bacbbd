import type { SortDirection } from '../dialect/dialect'

export interface SortTerm {
  readonly column: string
  readonly direction: SortDirection
}

/** A well-formed request for rows. Its names are not yet resolved with a schema. */
export interface TableQuery {
  readonly table: string
  /** From 1. */
  readonly page: number
  /** Rows per page, from 1. */
  readonly limit: number
  /** Text to find; empty for no filter. */
  readonly filter: string
  /** Columns to search; `undefined` for all text columns. */
  readonly filterColumns?: readonly string[]
  readonly sort: readonly SortTerm[]
  /** Columns to return; `undefined` for all. */
  readonly columns?: readonly string[]
}
