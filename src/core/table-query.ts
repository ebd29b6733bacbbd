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

/** Freezes the query and all that it contains, so that its plan can be used again. */
export function frozen(query: TableQuery): TableQuery {
  for (const part of partsOf(query)) Object.freeze(part)
  return query
}

/** Whether the query cannot change: that of a program may have changed since it was planned. */
export function isFrozen(query: TableQuery): boolean {
  return partsOf(query).every((part) => Object.isFrozen(part))
}

function partsOf(query: TableQuery): readonly unknown[] {
  const { sort, columns, filterColumns } = query
  return [query, sort, ...sort, columns, filterColumns]
}
