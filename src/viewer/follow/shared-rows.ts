import type { QueryResult, Row } from '../../client'
import { jsonText } from '../values/json-text'

/**
 * The later result with the row objects of the earlier one where their values are equal, so that only changed
 * rows render and rows can be compared by identity. The earlier result itself if everything is equal.
 */
export function withSharedRows(before: QueryResult | undefined, after: QueryResult): QueryResult {
  if (!before || before === after) return after
  const earlier = new Map<string, Row[]>()
  for (const row of before.data) {
    const text = rowText(row)
    earlier.set(text, [...(earlier.get(text) ?? []), row])
  }
  const data = after.data.map((row) => earlier.get(rowText(row))?.shift() ?? row)
  const isSame =
    data.length === before.data.length &&
    data.every((row, index) => row === before.data[index]) &&
    JSON.stringify([before.columns, before.pagination]) ===
      JSON.stringify([after.columns, after.pagination])
  return isSame ? before : { ...after, data }
}

/** Different for different rows. The exact texts of lists and objects, which most rows lack, come after the row. */
function rowText(row: Row): string {
  const texts = Object.values(row).map((value) =>
    typeof value === 'object' ? jsonText(value) : '',
  )
  return JSON.stringify(row) + texts.join('')
}
