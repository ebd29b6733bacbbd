import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '../frame/icon-button'
import { keyOf } from '../frame/shortcuts'
import { t } from '../texts/texts'
import { openTable } from '../view/use-view'
import { viewOfTable, viewText } from '../view/view'
import { togglePin } from './marked-tables'
import type { TableEntry } from './table-entries'
import { Name } from '../values/name'

interface TableLinkProps {
  readonly entry: TableEntry
  readonly index: number
  /** Pixels from the top of the list. */
  readonly top: number
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly isPinned: boolean
  readonly onChoose: () => void
  /** Called when a key has pinned or unpinned the table. */
  readonly onPin: () => void
}

export function TableLink(props: TableLinkProps): ReactNode {
  const { entry, index, top, isCurrent, isTabStop, isPinned, onChoose, onPin } = props
  const { table, text } = entry
  const place = { transform: `translateY(${top}px)` }
  if (table === undefined) {
    return (
      <li className="table-heading" style={place}>
        {text}
      </li>
    )
  }
  const choose = (event: MouseEvent): void => {
    // The browser handles clicks that open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openTable(table)
    onChoose()
  }
  const label = isPinned ? t.unpin(table) : t.pin(table)
  return (
    <li data-index={index} style={place}>
      <a
        href={viewText(viewOfTable(table))}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        title={table}
        aria-keyshortcuts="p"
        onClick={choose}
        onKeyDown={(event) => {
          // The browser prints on Ctrl+P.
          if (keyOf(event) !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return
          togglePin(table)
          onPin()
        }}
      >
        <Name name={table} />
      </a>
      <IconButton
        icon="pin"
        label={label}
        className={isPinned ? 'pin pinned' : 'pin'}
        tabIndex={-1}
        onClick={() => {
          togglePin(table)
        }}
      />
    </li>
  )
}
