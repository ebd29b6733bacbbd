/** Navigation between pages. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Pagination } from '../../client'
import type { IconName } from '../frame/icon'
import { IconButton } from '../frame/icon-button'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { change } from '../view/use-view'
import type { View } from '../view/view'

interface PagerProps {
  readonly view: View
  /** Pagination of the current page. */
  readonly pagination: Pagination
}

export function Pager({ view, pagination }: PagerProps): ReactNode {
  const { page } = view
  const last = Math.max(1, pagination.totalPages)
  const turns: readonly (readonly [IconName, string, boolean, number])[] = [
    ['first', t.firstPage, page > 1, 1],
    ['left', t.previousPage, page > 1, Math.min(page - 1, last)],
    ['right', t.nextPage, page < last, page + 1],
    ['last', t.lastPage, page !== last, last],
  ]
  const buttons = turns.map(([icon, label, isOn, to]) => (
    <IconButton
      key={icon}
      icon={icon}
      label={label}
      isOff={!isOn}
      onClick={() => {
        turn(to)
      }}
    />
  ))
  return (
    <div className="pager">
      {buttons.slice(0, 2)}
      <PageNumber page={page} last={last} />
      <span>{t.ofPages(count(last))}</span>
      {buttons.slice(2)}
    </div>
  )
}

/** Goes to another page of the view, if there is one. */
function turn(page: number): void {
  change({ page })
}

interface PageNumberProps {
  readonly page: number
  readonly last: number
}

/** Applied on Enter, or when the field loses the focus. */
function PageNumber({ page, last }: PageNumberProps): ReactNode {
  const [typed, setTyped] = useState<{ readonly page: number; readonly text: string }>()
  const field = useRef<HTMLInputElement>(null)
  // The next number replaces the one that Enter has applied.
  useEffect(() => {
    if (document.activeElement === field.current) field.current?.select()
  }, [page])
  const text = typed?.page === page ? typed.text : String(page)
  const take = (): void => {
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted !== page) turn(Math.min(wanted, last))
    setTyped(undefined)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        take()
        field.current?.select()
      }}
    >
      <input
        ref={field}
        className="page-number"
        inputMode="numeric"
        aria-label={t.pageOf(last)}
        value={text}
        size={Math.max(3, text.length)}
        onChange={({ target }) => {
          setTyped({ page, text: target.value.replaceAll(/\D/g, '') })
        }}
        onFocus={({ target }) => {
          target.select()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(undefined)
        }}
        onBlur={take}
      />
    </form>
  )
}
