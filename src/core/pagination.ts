/** The position of a page among all rows. */
export interface Pagination {
  /** From 1. */
  readonly page: number
  /** Rows of a full page. */
  readonly limit: number
  /** Matching rows on all pages. */
  readonly total: number
  /** Number of pages; 0 when there are no rows. */
  readonly totalPages: number
}

/** @param offset number of rows before the page */
export function paginate(offset: number, limit: number, total: number): Pagination {
  return { page: offset / limit + 1, limit, total, totalPages: Math.ceil(total / limit) }
}

export function offsetOfPage(page: number, limit: number): number {
  return (page - 1) * limit
}
