import type { Row } from '../../client'
import type { RowPlaces } from '../follow/row-changes'

/** The row in the panel that is no longer on the page. The panel shows it until the cursor moves. */
export interface GoneRow {
  readonly row: Row
  /** The index of the row where the cursor is instead. */
  readonly cursorRow: number
}

/**
 * The gone row after rows of the page were replaced, if the row of the cursor is no longer among them.
 * @param gone the gone row before
 * @param places where the previously shown rows are now
 * @param earlier the previously shown rows
 * @param amount number of rows now
 */
export function goneAfter(
  gone: GoneRow | undefined,
  cursorRow: number,
  places: RowPlaces,
  earlier: readonly Row[],
  amount: number,
): GoneRow | undefined {
  const row = gone?.row ?? earlier[cursorRow]
  const place = places[cursorRow]
  if (!row || (!gone && place !== undefined)) return undefined
  return { row, cursorRow: place ?? Math.min(cursorRow, amount - 1) }
}
