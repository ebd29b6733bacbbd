/** What has changed between two results of the same query. */
import type { JsonValue, Row } from '../../client'
import { jsonText } from '../values/json-text'
import { fullText } from '../values/value-text'

/** A new row, or the changed columns of one that was there before. */
export type RowMark = 'new' | ReadonlySet<string>

/** For the index of each earlier row, its index now; undefined if it is gone. */
export type RowPlaces = readonly (number | undefined)[]

export interface RowChanges {
  readonly marks: ReadonlyMap<Row, RowMark>
  readonly places: RowPlaces
}

/**
 * Unchanged rows must be the same objects. The contract has no primary keys, so the first column with distinct
 * values identifies a changed row. Without such a column, a changed row counts as new.
 */
export function rowChanges(before: readonly Row[], after: readonly Row[]): RowChanges {
  const placeOf = new Map(after.map((row, place) => [row, place]))
  const kept = new Set(before.filter((row) => placeOf.has(row)))
  const key = keyColumn(before, after)
  const changed = new Map(
    before.flatMap((row) =>
      key === undefined || kept.has(row) ? [] : [[fullText(row[key]), row] as const],
    ),
  )
  const marks = new Map<Row, RowMark>()
  const nowOf = new Map<Row, Row>()
  for (const row of after) {
    if (kept.has(row)) continue
    const earlier = key === undefined ? undefined : changed.get(fullText(row[key]))
    if (earlier) nowOf.set(earlier, row)
    marks.set(row, earlier ? differences(earlier, row) : 'new')
  }
  return { marks, places: before.map((row) => placeOf.get(nowOf.get(row) ?? row)) }
}

function keyColumn(...results: readonly (readonly Row[])[]): string | undefined {
  const names = Object.keys(results.find(({ length }) => length > 0)?.[0] ?? {})
  return names.find((name) =>
    results.every((rows) => {
      const values = rows.map((row) => row[name])
      const hasAll = values.every((value) => value !== null && value !== undefined)
      return hasAll && new Set(values.map(fullText)).size === values.length
    }),
  )
}

function differences(before: Row, after: Row): ReadonlySet<string> {
  const textOf = (value: JsonValue | undefined): string =>
    value === undefined ? '' : jsonText(value)
  const isEqual = (name: string): boolean => textOf(before[name]) === textOf(after[name])
  return new Set(Object.keys(after).filter((name) => !isEqual(name)))
}
