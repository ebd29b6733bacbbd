/** The data of a chart: a point for each row, or a bar for each range or category. */
import type { Row } from '../../client'
import type { Display } from '../display/display'
import type { GridColumn } from '../grid/grid-column'
import { cellOf } from '../values/cell'
import { fullText } from '../values/value-text'
import { bars, type Bar } from './bars'
import { hasAxis, type ChartChoice } from './chart-choice'
import { axisForm, placeOf, type AxisForm } from './places'

export interface Point {
  /** Index of the row. */
  readonly row: number
  readonly x: number
  readonly y: number
  /** The exact values. */
  readonly texts: readonly [x: string, y: string]
}

export type ChartData = {
  /** Number of rows that are not drawn, because a column has no value. */
  readonly without: number
} & (
  | {
      readonly is: 'points'
      readonly points: readonly Point[]
      readonly x: AxisForm
      readonly y: AxisForm
    }
  | { readonly is: 'ranges'; readonly bars: readonly Bar[]; readonly x: AxisForm }
  | { readonly is: 'categories'; readonly bars: readonly Bar[] }
)

export function chartData(
  choice: ChartChoice,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  display: Display,
): ChartData | undefined {
  const x = columns.find(({ name }) => name === choice.x)
  if (!x) return undefined
  const y = columns.find(({ name }) => name === choice.y)
  if (y && choice.measure === 'each') return pointsOf(x, y, rows, display)
  const isAxis = hasAxis(x)
  const used = rows.filter(
    (row) =>
      (!isAxis || placeOf(cellOf(row, x.name), x) !== undefined) &&
      (!y || placeOf(cellOf(row, y.name), y) !== undefined),
  )
  const without = rows.length - used.length
  const form = axisForm(x, valuesOf(used, x), display)
  const all = bars({ x, y, measure: choice.measure, rows: used, form })
  return isAxis
    ? { is: 'ranges', bars: all, x: form, without }
    : { is: 'categories', bars: all, without }
}

function pointsOf(x: GridColumn, y: GridColumn, rows: readonly Row[], display: Display): ChartData {
  const points = rows.flatMap((row, index): Point[] => {
    const [left, height] = [placeOf(cellOf(row, x.name), x), placeOf(cellOf(row, y.name), y)]
    if (left === undefined || height === undefined) return []
    const texts = [fullText(cellOf(row, x.name)), fullText(cellOf(row, y.name))] as const
    return [{ row: index, x: left, y: height, texts }]
  })
  return {
    is: 'points',
    points: points.sort((a, b) => a.x - b.x || a.y - b.y),
    x: axisForm(x, valuesOf(rows, x), display),
    y: axisForm(y, valuesOf(rows, y), display),
    without: rows.length - points.length,
  }
}

function valuesOf(rows: readonly Row[], { name }: GridColumn): Row[string][] {
  return rows.flatMap((row) => cellOf(row, name) ?? [])
}
