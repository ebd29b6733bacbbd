import type { QueryClient } from '@tanstack/react-query'

/** Results of earlier views that stay for the way back. More would take memory for each page that was seen. */
const KEPT = 5

/** Forgets the oldest results whose query key begins with `name` and which are not shown. */
export function forgetOldResults(queryClient: QueryClient, name: string): void {
  const cache = queryClient.getQueryCache()
  const unused = cache.findAll({ queryKey: [name], type: 'inactive' })
  const byAge = unused.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of byAge.slice(KEPT)) cache.remove(query)
}
