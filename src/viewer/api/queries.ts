/** The requests for the tables and their columns. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ColumnMetadata } from '../../client'
import { client } from './client'
import { useCredentials } from './credentials'

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
