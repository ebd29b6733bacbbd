/** What the components ask the API for, and how long they keep it. */
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

/** Milliseconds for which going back and forth asks nothing. */
const FRESH = 10_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
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

/** Meanwhile the last page of the same table stays in sight, for the same reader. */
export function useRows(view: View): UseQueryResult<QueryResult> {
  const credentials = useCredentials()
  return useQuery({
    queryKey: ['rows', view.table, view, credentials],
    queryFn: ({ signal }) => client.query(view, { signal }),
    enabled: view.table !== '',
    placeholderData: (previous, query) =>
      // What another caller was shown may be more than this one may see.
      query?.queryKey[1] === view.table && query.queryKey[3] === credentials
        ? keepPreviousData(previous)
        : undefined,
  })
}

/** Stops what is being loaded, also in the database. */
export function stopLoading(): void {
  void queryClient.cancelQueries({ queryKey: ['rows'] })
}

export function askAgain(): void {
  void queryClient.invalidateQueries()
}

export function isSignInNeeded(error: Error | null): error is AuthenticationFailedError {
  return error instanceof AuthenticationFailedError
}

/** For people: the server's own words, which are made to be shown. */
export function messageOf(error: Error): string {
  return error instanceof TableQueryError ? error.message : 'Something went wrong on this page.'
}
