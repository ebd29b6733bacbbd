/** Positions of values on an axis: numbers unchanged, times in milliseconds. */
import type { JsonValue } from '../../client'
import type { Display } from '../display/display'
import type { GridColumn } from '../grid/grid-column'
import { timeOf } from '../values/dates'
import { numberOf } from '../values/number-of'
import { fullText } from '../values/value-text'
import { isTime } from './chart-choice'

/** How an axis places and labels its ticks: numbers with or without grouped digits, whole numbers, times of a time zone. */
export type AxisForm = 'number' | 'plain-number' | 'count' | 'local-time' | 'utc-time'

/** JavaScript cannot compute with the distances between larger numbers, or between smaller ones. */
const LARGEST = 1e300
const SMALLEST = 1e-300

/** Milliseconds: some 126,000 years. The round limits of longer ranges are no dates of JavaScript. */
const LATEST = 4e15

/** @returns undefined for NULL and for values without a position, e.g. `infinity`, or a text in a column of numbers */
export function placeOf(value: JsonValue | undefined, column: GridColumn): number | undefined {
  const text = fullText(value)
  const isOfTime = isTime(column)
  const place = isOfTime ? timeOf(text) : numberOf(text)
  if (Math.abs(place) < SMALLEST) return 0
  return Math.abs(place) <= (isOfTime ? LATEST : LARGEST) ? place : undefined
}

export function axisForm(
  column: GridColumn,
  values: readonly (JsonValue | undefined)[],
  display: Display,
): AxisForm {
  if (!isTime(column)) {
    return column.isGrouped && display.numbers === 'grouped' ? 'number' : 'plain-number'
  }
  const isInstant = values.some((value) => fullText(value).endsWith('Z'))
  return isInstant && display.zone === 'local' ? 'local-time' : 'utc-time'
}
