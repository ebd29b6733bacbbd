/** Where a page stands among all rows. */
export interface Pagination {
  readonly page: number
  readonly limit: number
  readonly total: number
  /** 0 when there are no rows. */
  readonly totalPages: number
}

export function paginate(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, totalPages: Math.ceil(total / limit) }
}

export function offsetOfPage(page: number, limit: number): number {
  return (page - 1) * limit
}
