import { useMemo } from 'react'
import { useShortcuts } from '../frame/shortcuts'
import { change } from '../view/use-view'

/** `[` and `]` turn the pages, as far as there are some. */
export function usePageKeys(page: number, lastPage: number): void {
  useShortcuts(
    useMemo(() => {
      const turn = (to: number) => () => {
        change({ page: to })
      }
      return {
        ...(page > 1 && { '[': turn(page - 1) }),
        ...(page < lastPage && { ']': turn(page + 1) }),
      }
    }, [page, lastPage]),
  )
}
