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
  const link = (rel: string, number: number): string =>
    `<?${queryStringOf(String(number))}>; rel="${rel}"`
  const previous = page > 1 ? `${link('prev', Math.min(page - 1, last))}, ` : ''
  const next = page < last ? `${link('next', page + 1)}, ` : ''
  return `${link('first', 1)}, ${previous}${next}${link('last', last)}`
}
