/** The rows that are marked as new or changed, for 30 seconds each. */
import type { Row } from '../../client'
import type { RowMark } from './row-changes'

/** Milliseconds that a row stays marked. */
const MARKED = 30_000

interface TimedMark {
  readonly mark: RowMark
  /** Milliseconds of `Date.now()`. */
  readonly at: number
}

export type Marks = ReadonlyMap<Row, TimedMark>

export const NO_MARKS: Marks = new Map()

/** @returns the same object if nothing changes */
export function marksAfter(earlier: Marks, found: ReadonlyMap<Row, RowMark>): Marks {
  const at = Date.now()
  const kept = [...earlier].filter(([, mark]) => at - mark.at < MARKED)
  if (found.size === 0 && kept.length === earlier.size) return earlier
  return new Map([...kept, ...[...found].map(([row, mark]) => [row, { mark, at }] as const)])
}
