import type { QueryResult, Row } from '../../client'

/**
 * The later result with the row objects of the earlier one where their values are equal, so that only changed
 * rows render and rows can be compared by identity. The earlier result itself if everything is equal.
 */
export function withSharedRows(before: QueryResult | undefined, after: QueryResult): QueryResult {
  if (!before || before === after) return after
  const earlier = new Map<string, Row[]>()
  for (const row of before.data) {
    const text = JSON.stringify(row)
    earlier.set(text, [...(earlier.get(text) ?? []), row])
  }
  const data = after.data.map((row) => earlier.get(JSON.stringify(row))?.shift() ?? row)
  const isSame =
    data.length === before.data.length &&
    data.every((row, index) => row === before.data[index]) &&
    JSON.stringify([before.columns, before.pagination]) ===
      JSON.stringify([after.columns, after.pagination])
  return isSame ? before : { ...after, data }
}
