/** Count, sum, average, smallest and largest value of the selected cells. Sums are exact. */
import { cellOf } from '../values/cell'
import { decimalFigures, decimalOf, type DecimalFigures } from '../values/decimal-figures'
import { fullText } from '../values/value-text'
import type { SelectedCells } from './copied-range'

interface RangeFigures {
  readonly cells: number
  /** Undefined if no cell has a number. */
  readonly numbers?: DecimalFigures
}

/** Figures of more cells would take so long that each key press is delayed. */
const MAX_CELLS = 100_000

export function figuresOf({ columns, rows }: SelectedCells): RangeFigures {
  const cells = columns.length * rows.length
  if (cells > MAX_CELLS) return { cells }
  const texts = columns
    .filter(({ kind }) => kind === 'number')
    .flatMap(({ name }) => rows.map((row) => fullText(cellOf(row, name))))
  const numbers = texts.flatMap((text) => decimalOf(text) ?? [])
  return numbers.length === 0 ? { cells } : { cells, numbers: decimalFigures(numbers) }
}
