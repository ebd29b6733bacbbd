/** Queries of the components, and their caching. */
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import {
  AuthenticationFailedError,
  NetworkError,
  TableQueryError,
  type ColumnMetadata,
  type QueryResult,
} from '../../client'
import type { View } from '../view/view'
import { client } from './client'
import { useCredentials } from './credentials'

/** Milliseconds between attempts to reach the server. */
const RETRY = 500

/** Milliseconds that results stay fresh, so that navigation sends no request. */
const FRESH = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      // A browser that is offline still reaches a server on the same machine.
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

/** While a page loads, the previous page of the same table stays visible for the same user. */
export function useRows(view: View): UseQueryResult<QueryResult> {
  const credentials = useCredentials()
  return useQuery({
    queryKey: ['rows', view.table, view, credentials],
    queryFn: ({ signal }) => client.query(view, { signal }),
    enabled: view.table !== '',
    placeholderData: (previous, query) =>
      // Data of other credentials may be more than this user may see.
      query?.queryKey[1] === view.table && query.queryKey[3] === credentials
        ? keepPreviousData(previous)
        : undefined,
  })
}

/** Cancels loading, also in the database. */
export function stopLoading(): void {
  void queryClient.cancelQueries({ queryKey: ['rows'] })
}

export function refetchAll(): void {
  void queryClient.invalidateQueries()
}

export function isSignInNeeded(error: Error | null): error is AuthenticationFailedError {
  return error instanceof AuthenticationFailedError
}

/** The message to show; those of the server are written for users. */
export function messageOf(error: Error): string {
  return error instanceof TableQueryError ? error.message : 'An error occurred on this page.'
}
