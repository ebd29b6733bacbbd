/** Groups rows by the values of the x axis. */
import type { Row } from '../../client'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { cellOf } from '../values/cell'
import { fullText } from '../values/value-text'
import type { Bar, BarsOptions } from './bars'
import { measured } from './measured'

/** Maximum categories with a bar of their own; one bar stands for the others. */
const MAX_CATEGORIES = 20

export function barsOfCategories({ x, y, measure, rows }: BarsOptions): readonly Bar[] {
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
