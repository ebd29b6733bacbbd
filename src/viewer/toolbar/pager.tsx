/** Position in the table, and navigation between pages. */
import { useState, type ReactNode } from 'react'
import type { Pagination } from '../../client'
import { allowedPageSizes, change, go } from '../view/use-view'
import { withLimit, type View } from '../view/view'

export interface PagerProps {
  readonly view: View
  /** Pagination of the current page. */
  readonly pagination: Pagination
  readonly rows: number
}

export function Pager({ view, pagination, rows }: PagerProps): ReactNode {
  const { total, totalPages } = pagination
  const last = Math.max(1, totalPages)
  const turn = (page: number): void => {
    change({ page })
  }
  return (
    <nav className="pager" aria-label="Pages">
      <p role="status">{rangeText(pagination, rows)}</p>
      <div className="buttons">
        <PageButton label="First page" sign="«" isOff={view.page <= 1} to={1} turn={turn} />
        <PageButton
          label="Previous page"
          sign="‹"
          isOff={view.page <= 1}
          to={Math.min(view.page - 1, last)}
          turn={turn}
        />
        <PageNumber key={view.page} page={view.page} last={last} turn={turn} />
        <span>of {last.toLocaleString('en')}</span>
        <PageButton
          label="Next page"
          sign="›"
          isOff={view.page >= last}
          to={view.page + 1}
          turn={turn}
        />
        <PageButton label="Last page" sign="»" isOff={view.page === last} to={last} turn={turn} />
      </div>
      <label>
        Rows per page{' '}
        <select
          value={view.limit}
          disabled={total === 0}
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

interface PageButtonProps {
  readonly label: string
  readonly sign: string
  readonly isOff: boolean
  readonly to: number
  readonly turn: (page: number) => void
}

function PageButton({ label, sign, isOff, to, turn }: PageButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={() => {
        turn(to)
      }}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  )
}

interface PageNumberProps {
  readonly page: number
  readonly last: number
  readonly turn: (page: number) => void
}

/** Applied on Enter, or when the field loses the focus. */
function PageNumber({ page, last, turn }: PageNumberProps): ReactNode {
  const [text, setText] = useState(String(page))
  const take = (): void => {
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted !== page) turn(Math.min(wanted, last))
    else setText(String(page))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <input
        className="page-number"
        inputMode="numeric"
        aria-label={`Page, of ${last}`}
        value={text}
        size={Math.max(3, text.length)}
        onChange={({ target }) => {
          setText(target.value.replaceAll(/\D/g, ''))
        }}
        onFocus={({ target }) => {
          target.select()
        }}
        onBlur={take}
      />
    </form>
  )
}

function rangeText({ page, limit, total }: Pagination, rows: number): string {
  const all = `${total.toLocaleString('en')} ${total === 1 ? 'row' : 'rows'}`
  if (rows === 0 || total <= limit) return all
  const first = (page - 1) * limit + 1
  return `${first.toLocaleString('en')}–${(first + rows - 1).toLocaleString('en')} of ${all}`
}
