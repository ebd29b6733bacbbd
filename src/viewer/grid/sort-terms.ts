import type { SortTerm } from '../../client'

/**
 * The order after a click on a column's header: ascending, then descending, then not by this column.
 * @param isAdding whether the other columns keep their places in the order
 */
export function sortedBy(
  sort: readonly SortTerm[],
  column: string,
  isAdding: boolean,
): readonly SortTerm[] {
  const current = sort.find((term) => term.column === column)
  const next: SortTerm[] =
    current?.direction === 'desc'
      ? []
      : [{ column, direction: current === undefined ? 'asc' : 'desc' }]
  if (!isAdding) return next
  if (!current) return [...sort, ...next]
  return sort.flatMap((term) => (term.column === column ? next : [term]))
}
