import { isSameList } from './same-list'
import type { View } from './view'

/**
 * The view with the names of columns as the table has them: servers accept an address in another case, but their
 * rows have the names of the table. Names that the table lacks stay as they are.
 * @param all names of all columns
 * @returns the same object if nothing changes
 */
export function withKnownNames(view: View, all: readonly string[]): View {
  const exact = new Set(all)
  const known = (name: string): string =>
    exact.has(name) ? name : (all.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name)
  const names = [...view.columns, ...view.hidden, ...view.filterColumns, ...view.sort.map(columnOf)]
  if (isSameList(names, names.map(known))) return view
  return {
    ...view,
    columns: view.columns.map(known),
    hidden: view.hidden.map(known),
    filterColumns: view.filterColumns.map(known),
    sort: view.sort.map((term) => ({ ...term, column: known(term.column) })),
  }
}

function columnOf({ column }: View['sort'][number]): string {
  return column
}
