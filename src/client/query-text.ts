import type { TableQuery } from './contract'

/** A query as the text behind the `?` of its address. */
export function queryText(query: TableQuery): string {
  const { table, page, limit, filter, filterColumns, sort, columns } = query
  const terms = sort?.map(({ column, direction }) => `${listItem(column)}:${direction}`)
  const parameters = new URLSearchParams()
  const values = {
    table,
    page,
    limit,
    filter,
    filterColumns: filterColumns?.map(listItem).join(),
    sort: terms?.join(),
    columns: columns?.map(listItem).join(),
  }
  for (const [name, value] of Object.entries(values)) {
    // An empty text is the same as none, and refused for all but `filter`.
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  // Not every server takes a plus for a blank; a plus itself is `%2B` here.
  return parameters.toString().replaceAll('+', '%20')
}

/** As it is wherever that is clear, so that servers which know of no quotes understand it too. */
function listItem(name: string): string {
  return /[,:]|^\s|\s$|^"|^$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
