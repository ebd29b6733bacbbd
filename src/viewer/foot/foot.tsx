/** The line below the rows: figures of the selection, the pager, and the page size. */
import type { ReactNode } from 'react'
import type { Pagination } from '../../client'
import { useFollowing } from '../follow/following'
import { useOccurrence } from '../frame/occurrence'
import type { SelectedCells } from '../grid/copied-range'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { allowedPageSizes, go } from '../view/use-view'
import { withLimit, type View } from '../view/view'
import { Pager } from './pager'
import { SelectionFigures } from './selection-figures'

interface FootProps {
  readonly view: View
  /** Pagination of the current page. */
  readonly pagination: Pagination
  readonly rows: number
  readonly selected: SelectedCells | undefined
  /** When the rows arrived; undefined while those of an earlier view are shown. */
  readonly readAt: number | undefined
}

export function Foot({ view, pagination, rows, selected, readAt }: FootProps): ReactNode {
  return (
    <nav className="foot" aria-label={t.pages}>
      <RangeText pagination={pagination} rows={rows} readAt={readAt} />
      {selected && <SelectionFigures selected={selected} />}
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

type RangeTextProps = Pick<FootProps, 'pagination' | 'rows' | 'readAt'>

function RangeText({ pagination, rows, readAt }: RangeTextProps): ReactNode {
  const { page, limit, total } = pagination
  const key = useOccurrence(readAt)
  // While following changes, a screen reader would read every new total aloud.
  const live = useFollowing() ? 'off' : 'polite'
  if (rows === 0 || total <= limit)
    return (
      <p role="status" aria-live={live}>
        <span key={key}>{t.rows(total)}</span>
      </p>
    )
  const first = (page - 1) * limit + 1
  return (
    <p role="status" aria-live={live} className="whole-parts">
      <span key={key}>
        {count(first)}–{count(first + rows - 1)}
      </span>
      <span> {t.ofRows(total)}</span>
    </p>
  )
}
