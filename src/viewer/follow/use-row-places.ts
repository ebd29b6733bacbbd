import { useState } from 'react'
import type { Row } from '../../client'
import type { View } from '../view/view'
import { rowChanges, type RowPlaces } from './row-changes'

interface HeldRows {
  readonly view: View
  readonly rows: readonly Row[]
  /** Where the previously shown rows are now; undefined if they belonged to another view. */
  readonly places: RowPlaces | undefined
}

/**
 * For each row shown before: its index among the newer rows of the same view.
 * @param isStale whether the rows belong to an earlier view
 * @param onMove called while rendering, before newer rows are shown
 */
export function useRowPlaces(
  view: View,
  rows: readonly Row[],
  isStale: boolean,
  onMove: (places: RowPlaces, earlier: readonly Row[]) => void,
): RowPlaces | undefined {
  const [held, setHeld] = useState<HeldRows>({ view, rows, places: undefined })
  if (!isStale && (held.view !== view || held.rows !== rows)) {
    const places = held.view === view ? rowChanges(held.rows, rows).places : undefined
    setHeld({ view, rows, places })
    if (places) onMove(places, held.rows)
  }
  return held.places
}
