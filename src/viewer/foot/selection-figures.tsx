/** Count, sum, average, smallest and largest value of several selected cells. */
import { useMemo, type ReactNode } from 'react'
import type { SelectedCells } from '../grid/copied-range'
import { figuresOf } from '../grid/range-figures'
import { t } from '../texts/texts'
import { shortened, shownNumber } from '../values/numbers'

export function SelectionFigures({ selected }: { readonly selected: SelectedCells }): ReactNode {
  const { cells, numbers } = useMemo(() => figuresOf(selected), [selected])
  if (cells < 2) return null
  const parts: readonly (readonly [string, string])[] = numbers
    ? [
        [t.sum, numbers.sum],
        [t.average, numbers.average],
        [t.smallest, numbers.smallest],
        [t.largest, numbers.largest],
      ]
    : []
  return (
    <p className="figures" aria-live="polite">
      <span>{t.cellsSelected(cells)}</span>
      {parts.map(([label, exact]) => (
        <Figure key={label} label={label} exact={exact} />
      ))}
    </p>
  )
}

interface FigureProps {
  readonly label: string
  /** A decimal with all its digits. */
  readonly exact: string
}

function Figure({ label, exact }: FigureProps): ReactNode {
  const short = shortened(exact)
  return (
    <span>
      {label}{' '}
      <b title={short === undefined ? undefined : exact}>
        {short ?? shownNumber(exact, true, false)?.text ?? exact}
      </b>
    </span>
  )
}
