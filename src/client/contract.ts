/** The contract's types. */

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** A row by column name. */
export type Row = Readonly<Record<string, JsonValue>>

export interface SortTerm {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

export interface TableQuery {
  readonly table: string
  /** Starts at 1, the default. */
  readonly page?: number
  /** Rows per page; default: 10. */
  readonly limit?: number
  /** Text to find, case-insensitively. */
  readonly filter?: string
  /** Columns to search; default: all text columns. */
  readonly filterColumns?: readonly string[]
  readonly sort?: readonly SortTerm[]
  /** Columns to return, in this order; default: all. */
  readonly columns?: readonly string[]
}

export interface Pagination {
  readonly page: number
  readonly limit: number
  /** Rows on all pages. */
  readonly total: number
  readonly totalPages: number
}

export interface QueryResult<R = Row> {
  readonly data: readonly R[]
  readonly columns: readonly string[]
  readonly pagination: Pagination
}

export interface ColumnMetadata {
  readonly name: string
  /** Name of the type in the database. */
  readonly type: string
}

export interface TableMetadata {
  readonly name: string
  readonly columns: readonly ColumnMetadata[]
}
