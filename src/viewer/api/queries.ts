/** The requests for the tables and their columns, cached by TanStack Query, and what all requests share. */
import { QueryCache, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { AuthenticationFailedError, TableNotFoundError, type ColumnMetadata } from '../../client'
import { client } from './client'
import { credentialHeaders, useCredentials } from './credentials'
import { isToRetry, RETRY_PAUSE } from './retries'

/** Milliseconds for which cached results are used without a new request. */
const FRESH = 10_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: readTablesAfter,
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      // An offline browser still reaches a server on the same machine.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: isToRetry,
      retryDelay: RETRY_PAUSE,
    },
  },
})

/** A table that is gone leaves the list, and one that has another name now appears. */
export function readTablesAfter(error: unknown): void {
  if (error instanceof TableNotFoundError) {
    void queryClient.invalidateQueries({ queryKey: ['tables'] })
  }
}

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

export function refetchAll(): void {
  void queryClient.invalidateQueries()
}

/** Whether there are no credentials, or the server refuses them. It may also accept them, and refuse a table. */
export function isSignInNeeded(error: Error | null): error is AuthenticationFailedError {
  if (!(error instanceof AuthenticationFailedError)) return false
  return error.authMethod !== 'permissions' || Object.keys(credentialHeaders()).length === 0
}
