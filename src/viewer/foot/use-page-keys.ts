import { useMemo } from 'react'
import { useShortcuts } from '../frame/shortcuts'
import { change } from '../view/use-view'

/** `[` goes to the previous page and `]` to the next one, if they exist. */
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
