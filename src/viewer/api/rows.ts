/** The rows of a view, cached by TanStack Query. */
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryResult, TableQuery } from '../../client'
import { withSharedRows } from '../follow/shared-rows'
import { reduceLimit } from '../view/use-view'
import type { View } from '../view/view'
import { client } from './client'
import { useCredentials, type Credentials } from './credentials'
import { smallerLimit } from './largest-limit'
import { evictOldResults } from './old-results'
import { useColumns } from './queries'
import { queryClient } from './query-client'
import { useViewQuery } from './view-query'

export interface RowsOfView {
  /** The rows of the view; while they load, and if they cannot be loaded, those of an earlier view of the table. */
  readonly result: QueryResult | undefined
  /** Whether `result` belongs to the view. */
  readonly isCurrent: boolean
  /** Also while the request waits for the names of the columns. */
  readonly isFetching: boolean
  /** When the rows arrived, in milliseconds since 1970; 0 if they have not. */
  readonly readAt: number
  readonly error: Error | null
  readonly load: () => void
}

/** The rows of a view. A component that uses it must stay with one table. */
export function useRows(view: View): RowsOfView {
  const credentials = useCredentials()
  const request = useViewQuery(view)
  const described = useColumns(view.table)
  const query = useQuery({
    queryKey: rowsKey(request, credentials),
    // The default structural sharing would copy exact numbers, which are objects, property by property.
    structuralSharing: (before, after) =>
      withSharedRows(before as QueryResult | undefined, after as QueryResult),
    queryFn: request
      ? async ({ signal }) => {
          try {
            return await client.query(request, { signal })
          } catch (error) {
            const limit = smallerLimit(error, view.limit)
            if (limit !== undefined) reduceLimit(view, limit)
            throw error
          } finally {
            evictOldResults(queryClient, 'rows')
          }
        }
      : skipToken,
  })
  const { data, error, isFetching, dataUpdatedAt } = query
  const [kept, setKept] = useState<{ credentials: Credentials; data: QueryResult }>()
  if (data && data !== kept?.data) setKept({ credentials, data })
  // Rows that were read with other credentials may contain more than this user may see.
  const earlier = kept?.credentials === credentials ? kept.data : undefined
  return {
    result: data ?? earlier,
    isCurrent: data !== undefined,
    isFetching: isFetching || (!request && described.isFetching),
    readAt: dataUpdatedAt,
    error,
    load: () => void (request ? query.refetch() : described.refetch()),
  }
}

function rowsKey(query: TableQuery | undefined, credentials: Credentials): readonly unknown[] {
  return ['rows', query, credentials]
}

/** The cached rows of a query, for code that loads newer ones without `useRows`. */
interface LoadedRows {
  /** The cached rows; undefined if there are none, or while they load. */
  readonly read: () => QueryResult | undefined
  /**
   * Replaces the rows that `read` returned last by newer ones, unless the cache changed since or is loading.
   * @returns the cached rows after the replacement; undefined if they were not replaced
   */
  readonly replace: (before: QueryResult, after: QueryResult) => QueryResult | undefined
}

export function loadedRows(query: TableQuery, credentials: Credentials): LoadedRows {
  const queryKey = rowsKey(query, credentials)
  let updates: number | undefined
  const read = (): QueryResult | undefined => {
    const state = queryClient.getQueryState<QueryResult>(queryKey)
    updates = state?.dataUpdateCount
    return state?.fetchStatus === 'idle' ? state.data : undefined
  }
  return {
    read,
    replace: (before, after) => {
      const expected = updates
      if (read() !== before || updates !== expected) return undefined
      return queryClient.setQueryData<QueryResult>(queryKey, after)
    },
  }
}

/** Aborts the requests for rows; the server then cancels their statements. */
export function stopLoading(): void {
  // A view with hidden columns waits for their names first.
  const key = queryClient.isFetching({ queryKey: ['rows'] }) > 0 ? 'rows' : 'columns'
  void queryClient.cancelQueries({ queryKey: [key] })
}
