import type { QueryClient } from '@tanstack/react-query'

/** Maximum results of earlier views in the cache, for the browser's back button. More would take much memory. */
const MAX_INACTIVE = 5

/** Removes the oldest unused results whose query key begins with `name` from the cache. */
export function evictOldResults(queryClient: QueryClient, name: string): void {
  const cache = queryClient.getQueryCache()
  const unused = cache.findAll({ queryKey: [name], type: 'inactive' })
  const byAge = unused.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of byAge.slice(MAX_INACTIVE)) cache.remove(query)
}
