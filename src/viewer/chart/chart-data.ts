/** The figures of a chart: a point for each row, or a bar for each range or category. */
import type { Row } from '../../client'
import type { Display } from '../display/display'
import type { GridColumn } from '../grid/grid-column'
import { fullText } from '../values/value-text'
import { bars, type Bar } from './bars'
import { hasAxis, type ChartChoice } from './chart-choice'
import { axisForm, placeOf, type AxisForm } from './places'

export interface Point {
  /** Index of the row. */
  readonly row: number
  readonly along: number
  readonly up: number
  /** The exact values. */
  readonly texts: readonly [along: string, up: string]
}

export type ChartData = {
  /** Rows that are not drawn, because they have no value for a column. */
  readonly without: number
} & (
  | {
      readonly is: 'points'
      readonly points: readonly Point[]
      readonly along: AxisForm
      readonly up: AxisForm
    }
  | { readonly is: 'ranges'; readonly bars: readonly Bar[]; readonly along: AxisForm }
  | { readonly is: 'categories'; readonly bars: readonly Bar[] }
)

export function chartData(
  choice: ChartChoice,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  display: Display,
): ChartData | undefined {
  const along = columns.find(({ name }) => name === choice.along)
  if (!along) return undefined
  const up = columns.find(({ name }) => name === choice.up)
  if (up && choice.measure === 'each') return pointsOf(along, up, rows, display)
  const isAxis = hasAxis(along)
  const used = rows.filter(
    (row) =>
      (!isAxis || placeOf(row[along.name], along) !== undefined) &&
      (!up || placeOf(row[up.name], up) !== undefined),
  )
  const without = rows.length - used.length
  const form = axisForm(along, valuesOf(used, along), display)
  const all = bars({ along, up, measure: choice.measure, rows: used, form })
  return isAxis
    ? { is: 'ranges', bars: all, along: form, without }
    : { is: 'categories', bars: all, without }
}

function pointsOf(
  along: GridColumn,
  up: GridColumn,
  rows: readonly Row[],
  display: Display,
): ChartData {
  const points = rows.flatMap((row, index): Point[] => {
    const [x, y] = [placeOf(row[along.name], along), placeOf(row[up.name], up)]
    if (x === undefined || y === undefined) return []
    const texts = [fullText(row[along.name]), fullText(row[up.name])] as const
    return [{ row: index, along: x, up: y, texts }]
  })
  return {
    is: 'points',
    points: points.sort((a, b) => a.along - b.along || a.up - b.up),
    along: axisForm(along, valuesOf(rows, along), display),
    up: axisForm(up, valuesOf(rows, up), display),
    without: rows.length - points.length,
  }
}

function valuesOf(rows: readonly Row[], { name }: GridColumn): Row[string][] {
  return rows.flatMap((row) => row[name] ?? [])
}
