import { useEffect } from 'react'
import { useColumns } from '../api/queries'
import { withKnownNames } from './known-names'
import { go } from './use-view'
import type { View } from './view'

/** Corrects the names of columns in the address when those of the table have loaded. */
export function useKnownNames(view: View): void {
  const { data } = useColumns(view.table)
  useEffect(() => {
    if (!data) return
    const known = withKnownNames(
      view,
      data.map(({ name }) => name),
    )
    if (known !== view) go(known, true)
  }, [view, data])
}
