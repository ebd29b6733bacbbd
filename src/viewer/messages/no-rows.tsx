import type { ReactNode } from 'react'
import type { Pagination } from '../../client'
import { t } from '../texts/texts'
import { change } from '../view/use-view'
import type { View } from '../view/view'

interface NoRowsProps {
  readonly view: View
  readonly pagination: Pagination
}

/** Explains why there are no rows, with a button that leads to some. */
export function NoRows({ view, pagination }: NoRowsProps): ReactNode {
  const { total, totalPages } = pagination
  if (total > 0) {
    return (
      <Message
        text={t.pastTheEnd(view.page)}
        label={t.goToLastPage}
        act={() => {
          change({ page: totalPages }, true)
        }}
      />
    )
  }
  if (view.filter === '') return <Message text={t.tableIsEmpty} />
  const trimmed = view.filter.trim()
  return (
    <Message
      text={t.noRowHas(view.filter, view.filterColumns.join(', '))}
      label={t.clearSearch}
      act={() => {
        change({ filter: '', filterColumns: [] })
      }}
    >
      {trimmed !== '' && trimmed !== view.filter && (
        <button
          type="button"
          onClick={() => {
            change({ filter: trimmed })
          }}
        >
          {t.searchWithoutBlanks}
        </button>
      )}
    </Message>
  )
}

interface MessageProps {
  readonly text: string
  readonly label?: string
  readonly act?: () => void
  readonly children?: ReactNode
}

function Message({ text, label, act, children }: MessageProps): ReactNode {
  return (
    <div className="message empty-state">
      <p>{text}</p>
      {label !== undefined && (
        <button type="button" onClick={act}>
          {label}
        </button>
      )}
      {children}
    </div>
  )
}
