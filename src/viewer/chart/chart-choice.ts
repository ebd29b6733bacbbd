/** What a chart shows: one column along, and rows, values, sums or averages up. */
import type { GridColumn } from '../grid/grid-column'

export type Measure = 'each' | 'sum' | 'average'

export interface ChartChoice {
  readonly along: string
  /** Undefined: the number of rows. */
  readonly up: string | undefined
  /** Of the column `up`. */
  readonly measure: Measure
}

/** Whether the column's values have places on an axis; others are categories. */
export function hasAxis({ kind }: GridColumn): boolean {
  return isTime({ kind }) || kind === 'number'
}

export function isTime({ kind }: Pick<GridColumn, 'kind'>): boolean {
  return kind === 'date' || kind === 'timestamp'
}

export function columnsAlong(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter(({ kind }) => kind !== 'binary' && kind !== 'json')
}

/** Columns whose values can go up: those of categories can only be summed. */
export function columnsUp(
  columns: readonly GridColumn[],
  along: GridColumn,
): readonly GridColumn[] {
  return columns.filter((column) => (hasAxis(along) ? hasAxis(column) : column.kind === 'number'))
}

export function measuresOf(along: GridColumn, up: GridColumn): readonly Measure[] {
  if (!hasAxis(along)) return ['sum', 'average']
  return up.kind === 'number' ? ['each', 'sum', 'average'] : ['each']
}

/** The choice as far as the columns allow it. */
export function possibleChoice(
  wanted: Partial<ChartChoice>,
  columns: readonly GridColumn[],
): ChartChoice | undefined {
  const possible = columnsAlong(columns)
  const along =
    possible.find(({ name }) => name === wanted.along) ?? possible.find(isTime) ?? possible[0]
  if (!along) return undefined
  const up = columnsUp(columns, along).find(({ name }) => name === wanted.up)
  const measures = up ? measuresOf(along, up) : []
  const measure = measures.find((one) => one === wanted.measure) ?? measures[0] ?? 'each'
  return { along: along.name, up: up?.name, measure }
}
