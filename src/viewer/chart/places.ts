/** Positions of values on an axis: numbers unchanged, times in milliseconds. */
import type { JsonValue } from '../../client'
import type { Display } from '../display/display'
import type { GridColumn } from '../grid/grid-column'
import { timeOf } from '../values/dates'
import { fullText } from '../values/value-text'
import { isTime } from './chart-choice'

/** How an axis places and labels its ticks: numbers with or without grouped digits, times of a time zone. */
export type AxisForm = 'number' | 'plain-number' | 'local-time' | 'utc-time'

/** @returns undefined for NULL and for values without a position, e.g. `infinity` */
export function placeOf(value: JsonValue | undefined, column: GridColumn): number | undefined {
  const text = fullText(value)
  if (text === '') return undefined
  const place = isTime(column) ? timeOf(text) : Number(text)
  return Number.isFinite(place) ? place : undefined
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
