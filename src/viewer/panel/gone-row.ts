import type { Row } from '../../client'
import type { RowPlaces } from '../follow/row-changes'

/** The row of the panel after it has left the page: it stays until the cursor moves. */
export interface GoneRow {
  readonly row: Row
  /** Where the cursor is meanwhile. */
  readonly cursorRow: number
}

/**
 * @param places where the rows are that were shown before
 * @param earlier those rows
 * @param amount of rows now
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
