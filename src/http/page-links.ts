import type { Pagination } from '../core/pagination'

/**
 * Value of the `Link` header (RFC 8288). The targets are relative to the request, so they hold
 * behind any proxy and under any prefix.
 * @param textOfPage the query string that asks for a page
 */
export function pageLinks(
  textOfPage: (page: string) => string,
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
    .map(([rel, number]) => `<?${textOfPage(String(number))}>; rel="${rel}"`)
    .join(', ')
}
