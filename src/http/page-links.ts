import type { Pagination } from '../core/pagination'

/**
 * Makes the `Link` header (RFC 8288). Its targets are relative to the request, so they are valid
 * behind any proxy and under any prefix.
 * @param queryStringOf makes the query string of a page
 */
export function pageLinks(
  queryStringOf: (page: string) => string,
  { page, totalPages }: Pagination,
): string {
  const last = Math.max(1, totalPages)
  const pages = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  }
  return Object.entries(pages)
    .map(([rel, number]) => `<?${queryStringOf(String(number))}>; rel="${rel}"`)
    .join(', ')
}
