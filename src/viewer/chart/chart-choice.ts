/** What a chart shows: a column on the x axis; rows, values, sums or averages on the y axis. */
import type { GridColumn } from '../grid/grid-column'

export type Measure = 'each' | 'sum' | 'average'

export interface ChartChoice {
  readonly x: string
  /** Undefined: the number of rows. */
  readonly y: string | undefined
  /** What the y axis shows of its column. */
  readonly measure: Measure
}

/** Whether the column's values are numbers or times, which have a place on an axis; others are categories. */
export function hasAxis({ kind }: GridColumn): boolean {
  return isTime({ kind }) || kind === 'number'
}

export function isTime({ kind }: Pick<GridColumn, 'kind'>): boolean {
  return kind === 'date' || kind === 'timestamp'
}

export function columnsForX(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter(({ kind }) => kind !== 'binary' && kind !== 'json')
}

/** Columns for the y axis. Over categories, values are summed or averaged, so only numbers are possible. */
export function columnsForY(columns: readonly GridColumn[], x: GridColumn): readonly GridColumn[] {
  return columns.filter((column) => (hasAxis(x) ? hasAxis(column) : column.kind === 'number'))
}

export function measuresOf(x: GridColumn, y: GridColumn): readonly Measure[] {
  if (!hasAxis(x)) return ['sum', 'average']
  return y.kind === 'number' ? ['each', 'sum', 'average'] : ['each']
}

/** The wanted choice; parts that the columns do not allow are replaced. Undefined without possible columns. */
export function possibleChoice(
  wanted: Partial<ChartChoice>,
  columns: readonly GridColumn[],
): ChartChoice | undefined {
  const possible = columnsForX(columns)
  const x = possible.find(({ name }) => name === wanted.x) ?? possible.find(isTime) ?? possible[0]
  if (!x) return undefined
  const y = columnsForY(columns, x).find(({ name }) => name === wanted.y)
  const measures = y ? measuresOf(x, y) : []
  const measure = measures.find((one) => one === wanted.measure) ?? measures[0] ?? 'each'
  return { x: x.name, y: y?.name, measure }
}
