/** Groups rows by ranges of the x axis or by categories, and counts, sums or averages each group. */
import type { Row } from '../../client'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { cellOf } from '../values/cell'
import { decimalFigures, decimalOf } from '../values/decimal-figures'
import { count } from '../texts/locale'
import { shortened, shownNumber } from '../values/numbers'
import { numberOf } from '../values/number-of'
import { spanOf, type Span } from '../values/span'
import { fullText } from '../values/value-text'
import { calendarText, DAY, isTimeForm, rangesOf } from './axis'
import { hasAxis, isTime, type Measure } from './chart-choice'
import { placeOf, type AxisForm } from './places'

export interface Bar {
  readonly label: string
  readonly rows: number
  readonly value: number
  /** The exact value, formatted. */
  readonly text: string
  /** The value without hundreds of digits. */
  readonly short: string
  /** Limits of the range: `from` is inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
}

interface BarsOptions {
  readonly x: GridColumn
  /** The column to sum or average; undefined to count rows. */
  readonly y: GridColumn | undefined
  readonly measure: Measure
  /** Rows that have a value in both columns. */
  readonly rows: readonly Row[]
  /** The form of the x axis. */
  readonly form: AxisForm
}

/** Approximate number of ranges. */
const RANGES = 24

/** Significant digits of limits. More would show the inaccuracy of binary fractions. */
const DIGITS = 15

/** Maximum categories with a bar of their own; one bar stands for the others. */
const MAX_CATEGORIES = 20

export function bars(options: BarsOptions): readonly Bar[] {
  return hasAxis(options.x) ? barsOfRanges(options) : barsOfCategories(options)
}

function barsOfRanges({ x, y, measure, rows, form }: BarsOptions): readonly Bar[] {
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

function barsOfCategories({ x, y, measure, rows }: BarsOptions): readonly Bar[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const label = labelOf(row, x)
    const group = groups.get(label)
    if (group) group.push(row)
    else groups.set(label, [row])
  }
  const all = [...groups]
    .map(([label, group]) => ({ label, group, figures: measured(group, y, measure) }))
    .sort((a, b) => b.figures.value - a.figures.value)
  const range = { from: 0, to: 0 }
  const shown = all.slice(0, all.length > MAX_CATEGORIES + 1 ? MAX_CATEGORIES : all.length)
  const others = all.slice(shown.length)
  const rest = others.flatMap(({ group }) => group)
  return [
    ...shown.map(({ label, figures }) => ({ ...figures, label, ...range })),
    ...(others.length > 0
      ? [{ ...measured(rest, y, measure), label: t.otherValues(others.length), ...range }]
      : []),
  ]
}

const NULL = 'NULL'

function labelOf(row: Row, { name }: GridColumn): string {
  const value = cellOf(row, name)
  if (value === null || value === undefined) return NULL
  const text = fullText(value)
  // Quotes keep apart what would have the same label.
  return ['', NULL].includes(text.replaceAll('"', '')) ? `"${text}"` : text
}

function measured(
  rows: readonly Row[],
  y: GridColumn | undefined,
  measure: Measure,
): Pick<Bar, 'rows' | 'value' | 'text' | 'short'> {
  const ofText = (value: number, text: string, short = text) => ({
    rows: rows.length,
    value,
    text,
    short,
  })
  if (!y) return ofText(rows.length, count(rows.length))
  if (rows.length === 0) return ofText(0, measure === 'sum' ? '0' : '–')
  const figure = figureOf(
    rows.map((row) => fullText(cellOf(row, y.name))),
    measure,
  )
  const text = shownNumber(figure, true, false)?.text ?? figure
  return ofText(Number(figure), text, shortened(figure))
}

function figureOf(texts: readonly string[], measure: Measure): string {
  const numbers = texts.flatMap((text) => decimalOf(text) ?? [])
  if (numbers.length === texts.length)
    return decimalFigures(numbers)[measure === 'sum' ? 'sum' : 'average']
  const sum = texts.reduce((total, text) => total + numberOf(text), 0)
  return String(measure === 'sum' ? sum : sum / texts.length)
}
