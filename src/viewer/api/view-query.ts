/** The request of a view to the API. */
import { useMemo } from 'react'
import type { TableQuery } from '../../client'
import { queryText } from '../../client/query-text'
import { shownColumns } from '../view/column-choice'
import type { View } from '../view/view'
import { apiAddress } from './client'
import { useColumns } from './queries'

/** Characters of an address that every server accepts: https://www.rfc-editor.org/rfc/rfc9110#section-4.1-5 */
const MAX_ADDRESS = 8000

/** @returns undefined while the names of the columns load, if the view needs them */
export function useViewQuery(view: View): TableQuery | undefined {
  const metadata = useColumns(view.table)
  const { hidden } = view
  // Only a view with hidden columns depends on the others.
  const all = hidden.length > 0 ? metadata.data : undefined
  const isUnknown = hidden.length > 0 && metadata.isError && !all
  return useMemo(() => {
    const { table, page, limit, filter, filterColumns, sort, columns } = view
    const query = { table, page, limit, filter, filterColumns, sort, columns }
    if (hidden.length === 0 || isUnknown) return withShortAddress(query)
    const names = all?.map(({ name }) => name)
    return names && withShortAddress({ ...query, columns: shownColumns(view, names) })
  }, [view, hidden, all, isUnknown])
}

/** The query, or that of all columns if the names of its columns are too long for an address. */
export function withShortAddress<Query extends TableQuery>(query: Query): Query {
  const length = apiAddress.length + '/query?'.length + queryText(query).length
  return length > MAX_ADDRESS ? { ...query, columns: [] } : query
}
