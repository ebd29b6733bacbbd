/** Count, sum, average, smallest and largest value of several selected cells. */
import { useMemo, type ReactNode } from 'react'
import type { SelectedCells } from '../grid/copied-range'
import { figuresOf } from '../grid/range-figures'
import { t } from '../texts/texts'
import { shownNumber } from '../values/numbers'

export function SelectionFigures({ selected }: { readonly selected: SelectedCells }): ReactNode {
  const { cells, numbers } = useMemo(() => figuresOf(selected), [selected])
  if (cells < 2) return null
  const shown = (text: string): string => shownNumber(text, true, false)?.text ?? text
  const parts: readonly (readonly [string, string])[] = numbers
    ? [
        [t.sum, shown(numbers.sum)],
        [t.average, shown(numbers.average)],
        [t.smallest, shown(numbers.smallest)],
        [t.largest, shown(numbers.largest)],
      ]
    : []
  return (
    <p className="figures" aria-live="polite">
      <span>{t.cellsSelected(cells)}</span>
      {parts.map(([label, value]) => (
        <span key={label}>
          {label} <b>{value}</b>
        </span>
      ))}
    </p>
  )
}
