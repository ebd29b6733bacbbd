/** The cache of responses, and when requests are sent again. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { TableNotFoundError } from '../../client'
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

export function refetchAll(): void {
  void queryClient.invalidateQueries()
}
