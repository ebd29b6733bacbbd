/** Groups rows by ranges of the x axis. */
import type { Row } from '../../client'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { cellOf } from '../values/cell'
import { shownNumber } from '../values/numbers'
import { spanOf, type Span } from '../values/span'
import { calendarText, DAY, isTimeForm, rangesOf } from './axis'
import type { Bar, BarsOptions } from './bars'
import { isTime } from './chart-choice'
import { measured } from './measured'
import { placeOf, type AxisForm } from './places'

/** Approximate number of ranges. */
const RANGES = 24

/** Significant digits of limits. More would show the inaccuracy of binary fractions. */
const DIGITS = 15

export function barsOfRanges({ x, y, measure, rows, form }: BarsOptions): readonly Bar[] {
  const places = rows.map((row) => placeOf(cellOf(row, x.name), x) ?? 0)
  if (places.length === 0) return []
  const [low, high] = spanOf(places)
  const isWhole = places.every(Number.isInteger)
  const unit = unitOf(x, isWhole, [low, high])
  const edges = rangesOf(form, [low, high], unit, RANGES)
  const groups: Row[][] = edges.slice(1).map(() => [])
  rows.forEach((row, index) => {
    groups[rangeWith(places[index] ?? 0, edges)]?.push(row)
  })
  return groups.map((group, index) => {
    const [from = 0, to = 0] = edges.slice(index)
    const isOneNumber = !isTime(x) && isWhole && to - from === 1
    const [start, end] = [edgeText(from, form), edgeText(to, form)]
    const label = isOneNumber ? start : t.range(start, end)
    return { ...measured(group, y, measure), label, from, to }
  })
}

/** The smallest length of a range: a day for dates, 1 for whole numbers, 0 for fractions. */
function unitOf({ kind }: GridColumn, isWhole: boolean, [low, high]: Span): number {
  if (kind === 'date') return DAY
  const largest = Math.max(Math.abs(low), Math.abs(high))
  // Limits that differ by less look the same, and JavaScript hardly computes with them.
  const digit = 10 ** (Math.floor(Math.log10(largest)) + 1 - DIGITS)
  if (isWhole) return Math.max(1, digit)
  return (high - low || 1) < RANGES * digit ? digit : 0
}

/** Index of the last edge that is not after the place. */
function rangeWith(place: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}

function edgeText(place: number, form: AxisForm): string {
  if (!isTimeForm(form)) {
    const text = String(Number(place.toPrecision(DIGITS)))
    return shownNumber(text, form === 'number', false)?.text ?? text
  }
  const [day = '', time = ''] = calendarText(form, place).split('T')
  return time === '00:00:00' ? day : `${day} ${time.endsWith(':00') ? time.slice(0, 5) : time}`
}
