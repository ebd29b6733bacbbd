/** The selected cells, for parts of the page outside the grid. */
import { useEffect } from 'react'
import { createStore } from '../store'
import type { SelectedCells } from './copied-range'

const selected = createStore<SelectedCells | undefined>(undefined)

/** Undefined while the cursor is in the header. */
export const useSelectedCells = selected.use

/** Makes the selected cells available to other parts of the page until the grid is removed. */
export function usePublishedCells(cells: SelectedCells | undefined): void {
  useEffect(() => {
    selected.set(cells)
  }, [cells])
  useEffect(
    () => () => {
      selected.set(undefined)
    },
    [],
  )
}
