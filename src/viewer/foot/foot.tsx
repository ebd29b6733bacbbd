/** The line below the rows: what is selected, the pages, and the size of a page. */
import type { ReactNode } from 'react'
import type { Pagination } from '../../client'
import type { SelectedCells } from '../grid/copied-range'
import { figuresOf } from '../grid/range-figures'
import { t } from '../texts/texts'
import { count, shownNumber } from '../values/numbers'
import { allowedPageSizes, go } from '../view/use-view'
import { withLimit, type View } from '../view/view'
import { Pager } from './pager'

export interface FootProps {
  readonly view: View
  /** Pagination of the current page. */
  readonly pagination: Pagination
  readonly rows: number
  /** Undefined unless several cells are selected. */
  readonly selected: SelectedCells | undefined
  readonly isNumber: (column: string) => boolean
}

export function Foot({ view, pagination, rows, selected, isNumber }: FootProps): ReactNode {
  return (
    <nav className="foot" aria-label={t.pages}>
      <p role="status">{rangeText(pagination, rows)}</p>
      {selected && <SelectionFigures selected={selected} isNumber={isNumber} />}
      {pagination.totalPages > 1 && <Pager view={view} pagination={pagination} />}
      <label className="page-size">
        <span className="label">{t.rowsPerPage}</span>
        <select
          value={view.limit}
          disabled={pagination.total === 0}
          onChange={({ target }) => {
            go(withLimit(view, Number(target.value)))
          }}
        >
          {allowedPageSizes().map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
    </nav>
  )
}

interface SelectionFiguresProps {
  readonly selected: SelectedCells
  readonly isNumber: (column: string) => boolean
}

function SelectionFigures({ selected, isNumber }: SelectionFiguresProps): ReactNode {
  const { cells, numbers } = figuresOf(selected, isNumber)
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

function rangeText({ page, limit, total }: Pagination, rows: number): string {
  if (rows === 0 || total <= limit) return t.rows(total)
  const first = (page - 1) * limit + 1
  return t.rowRange(count(first), count(first + rows - 1), total)
}
