/** What the contract says goes over the wire, in the words of TypeScript. */

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** One row by the names of its columns. */
export type Row = Readonly<Record<string, JsonValue>>

export interface SortTerm {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

export interface TableQuery {
  readonly table: string
  /** From 1, which is also the default. */
  readonly page?: number
  /** Rows of a page; default: 10. */
  readonly limit?: number
  /** Text to find, whatever its case. */
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
  /** Rows of all pages. */
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
  /** The engine's own name of the type. */
  readonly type: string
}

export interface TableMetadata {
  readonly name: string
  readonly columns: readonly ColumnMetadata[]
}
