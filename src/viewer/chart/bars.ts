/** Groups rows by ranges of the x axis or by categories, and counts, sums or averages each group. */
import type { Row } from '../../client'
import type { GridColumn } from '../grid/grid-column'
import { barsOfCategories } from './categories'
import { hasAxis, type Measure } from './chart-choice'
import type { AxisForm } from './places'
import { barsOfRanges } from './range-bars'

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

export interface BarsOptions {
  readonly x: GridColumn
  /** The column to sum or average; undefined to count rows. */
  readonly y: GridColumn | undefined
  readonly measure: Measure
  /** Rows that have a value in both columns. */
  readonly rows: readonly Row[]
  /** The form of the x axis. */
  readonly form: AxisForm
}

export function bars(options: BarsOptions): readonly Bar[] {
  return hasAxis(options.x) ? barsOfRanges(options) : barsOfCategories(options)
}
