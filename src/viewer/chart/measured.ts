/** The number of rows of a group, or the sum or average of their values. */
import type { Row } from '../../client'
import type { GridColumn } from '../grid/grid-column'
import { count } from '../texts/locale'
import { cellOf } from '../values/cell'
import { decimalFigures, decimalOf } from '../values/decimal-figures'
import { numberOf } from '../values/number-of'
import { shortened, shownNumber } from '../values/numbers'
import { fullText } from '../values/value-text'
import type { Bar } from './bars'
import type { Measure } from './chart-choice'

export function measured(
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
