/** The contract's types. */

/** A value of JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** A row by column name. */
export type Row = Readonly<Record<string, JsonValue>>

/** One column to sort by. */
export interface SortTerm {
  /** Name of the column. */
  readonly column: string
  /** Ascending or descending. */
  readonly direction: 'asc' | 'desc'
}

/** A request for rows. */
export interface TableQuery {
  /** Name of the table. */
  readonly table: string
  /** Number of the page, from 1; default: 1. */
  readonly page?: number | undefined
  /** Rows per page; default: 10. */
  readonly limit?: number | undefined
  /** Text to find, case-insensitively. */
  readonly filter?: string | undefined
  /** Columns to search; default, also for an empty list: all text columns. */
  readonly filterColumns?: readonly string[] | undefined
  /** Columns to sort by, the most significant first; default: an order of the server. */
  readonly sort?: readonly SortTerm[] | undefined
  /** Columns to return, in this order; default, also for an empty list: all. */
  readonly columns?: readonly string[] | undefined
}

/** The position of a page among all rows. */
export interface Pagination {
  /** From 1. */
  readonly page: number
  /** Rows of a full page. */
  readonly limit: number
  /** Rows on all pages. */
  readonly total: number
  /** Number of pages; 0 when there are no rows. */
  readonly totalPages: number
}

/** A page of rows. */
export interface QueryResult<R = Row> {
  /** The rows of the page. */
  readonly data: readonly R[]
  /** Names of the columns, in the order of the request or the table. */
  readonly columns: readonly string[]
  /** The position of the page. */
  readonly pagination: Pagination
}

/** A column of a table. */
export interface ColumnMetadata {
  /** Name of the column. */
  readonly name: string
  /** Name of the type in the database. */
  readonly type: string
}

/** A table and its columns. */
export interface TableMetadata {
  /** Name of the table. */
  readonly name: string
  /** Its columns, in the order of the table. */
  readonly columns: readonly ColumnMetadata[]
}
