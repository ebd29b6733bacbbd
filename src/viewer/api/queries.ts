/** The requests of the components, cached by TanStack Query. */
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AuthenticationFailedError,
  NetworkError,
  TableQueryError,
  type ColumnMetadata,
  type QueryResult,
} from '../../client'
import { withSharedRows } from '../follow/shared-rows'
import { t } from '../texts/texts'
import { reduceLimit } from '../view/use-view'
import type { View } from '../view/view'
import { ChangedColumnsError } from './changed-columns-error'
import { client } from './client'
import { useCredentials, type Credentials } from './credentials'
import { evictOldResults } from './old-results'
import { smallerLimit } from './largest-limit'

/** Milliseconds between attempts to reach the server. */
const RETRY = 500

/** Milliseconds for which cached results are used without a new request. */
const FRESH = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      // An offline browser still reaches a server on the same machine.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
      retryDelay: RETRY,
    },
  },
})

export function useTables(): UseQueryResult<readonly string[]> {
  const credentials = useCredentials()
  return useQuery({
    queryKey: ['tables', credentials],
    queryFn: ({ signal }) => client.tables({ signal }),
  })
}

export function useColumns(table: string): UseQueryResult<readonly ColumnMetadata[]> {
  const credentials = useCredentials()
  return useQuery({
    queryKey: ['columns', table, credentials],
    queryFn: async ({ signal }) => (await client.table(table, { signal })).columns,
    enabled: table !== '',
  })
}

export interface RowsOfView {
  /** The rows of the view; while they load, and if they cannot be loaded, those of an earlier view of the table. */
  readonly result: QueryResult | undefined
  /** Whether `result` belongs to the view. */
  readonly isCurrent: boolean
  readonly isFetching: boolean
  /** When the rows arrived, in milliseconds since 1970; 0 if they have not. */
  readonly readAt: number
  readonly error: Error | null
  readonly load: () => void
}

/** The rows of a view. A component that uses it must stay with one table. */
export function useRows(view: View): RowsOfView {
  const credentials = useCredentials()
  const query = useQuery({
    queryKey: rowsKey(view, credentials),
    // The default structural sharing would copy exact numbers, which are objects, property by property.
    structuralSharing: (before, after) =>
      withSharedRows(before as QueryResult | undefined, after as QueryResult),
    queryFn: async ({ signal }) => {
      try {
        return await client.query(view, { signal })
      } catch (error) {
        const limit = smallerLimit(error, view.limit)
        if (limit !== undefined) reduceLimit(view, limit)
        throw error
      } finally {
        evictOldResults(queryClient, 'rows')
      }
    },
    enabled: view.table !== '',
  })
  const { data, error, isFetching, dataUpdatedAt } = query
  const [kept, setKept] = useState<{ credentials: Credentials; data: QueryResult }>()
  if (data && data !== kept?.data) setKept({ credentials, data })
  // Rows that were read with other credentials may contain more than this user may see.
  const earlier = kept?.credentials === credentials ? kept.data : undefined
  return {
    result: data ?? earlier,
    isCurrent: data !== undefined,
    isFetching,
    readAt: dataUpdatedAt,
    error,
    load: () => void query.refetch(),
  }
}

function rowsKey(view: View, credentials: Credentials): readonly unknown[] {
  return ['rows', view, credentials]
}

/** The cached rows of a view, for code that loads newer ones without `useRows`. */
export interface LoadedRows {
  /** The cached rows; undefined if there are none, or while they load. */
  readonly read: () => QueryResult | undefined
  /**
   * Replaces the rows that `read` returned last by newer ones, unless the cache changed since or is loading.
   * @returns the cached rows after the replacement; undefined if they were not replaced
   */
  readonly replace: (before: QueryResult, after: QueryResult) => QueryResult | undefined
}

export function loadedRows(view: View, credentials: Credentials): LoadedRows {
  const queryKey = rowsKey(view, credentials)
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
  void queryClient.cancelQueries({ queryKey: ['rows'] })
}

export function refetchAll(): void {
  void queryClient.invalidateQueries()
}

export function isSignInNeeded(error: Error | null): error is AuthenticationFailedError {
  return error instanceof AuthenticationFailedError
}

/** The message to show. Most errors of the page itself get a general text: theirs are not for users. */
export function messageOf(error: Error): string {
  const isForUsers = error instanceof TableQueryError || error instanceof ChangedColumnsError
  return isForUsers ? error.message : t.errors.here
}
