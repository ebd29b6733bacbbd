import type { Row } from '../../client'
import type { RowPlaces } from '../follow/row-changes'
import type { View } from '../view/view'

/** The row in the panel that is no longer on the page. The panel shows it until the user moves the cursor. */
export interface GoneRow {
  readonly row: Row
  readonly view: View
  /** The movements of the cursor before. */
  readonly moves: number
}

/**
 * The gone row after rows of the page were replaced, if the row in the panel is no longer among them.
 * @param shown the gone row that the panel shows, if any
 * @param places where the previously shown rows are now
 * @param earlier the previously shown rows
 */
export function goneAfter(
  shown: Row | undefined,
  cursorRow: number,
  places: RowPlaces,
  earlier: readonly Row[],
): Row | undefined {
  return shown ?? (places[cursorRow] === undefined ? earlier[cursorRow] : undefined)
}
