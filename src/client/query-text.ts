import type { TableQuery } from './contract'

/** The query string of a query, without `?`. */
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
    // An empty value means none, but servers accept that only for `filter`.
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  // Not every server decodes `+` as a blank; a plus itself is `%2B` here.
  return parameters.toString().replaceAll('+', '%20')
}

/** Quotes a name only if necessary, because servers may not support quotes. */
function listItem(name: string): string {
  return /[,:]|^\s|\s$|^"|^$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}
