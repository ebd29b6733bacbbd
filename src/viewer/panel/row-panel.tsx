/** The panel with the complete values of the row of the cursor. The grid beside it stays usable. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { Row } from '../../client'
import type { Display } from '../display/display'
import { copy } from '../export/clipboard'
import { jsonLine } from '../export/file-formats'
import { IconButton } from '../frame/icon-button'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { PanelField } from './panel-field'
import { cellOf } from '../values/cell'
import { indented } from '../values/json-members'

interface RowPanelProps {
  readonly row: Row
  readonly columns: readonly GridColumn[]
  /** Number of the row in the table, starting at 1. */
  readonly number: number
  /** Whether the row has left the page since it was opened. */
  readonly isGone: boolean
  /** The column of the cursor; the panel scrolls to it when the user moves the cursor. */
  readonly activeColumn: string | undefined
  readonly moves: number
  readonly display: Display
  readonly search: RegExp | undefined
  /** Undefined if there is no such row. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

export function RowPanel(props: RowPanelProps): ReactNode {
  const { row, columns, number, isGone, activeColumn, moves, display, search } = props
  const { onPrevious, onNext, onClose } = props
  const fields = useRef<HTMLDListElement>(null)
  useEffect(() => {
    const field = [...(fields.current?.children ?? [])].find(
      (element) => element.getAttribute('data-field') === activeColumn,
    )
    field?.scrollIntoView({ block: 'nearest' })
    // Not on `number`: rows that are added above change it, and must not scroll the panel.
  }, [activeColumn, moves])
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // It is for the field, which clears its text or restores it.
      if (event.target instanceof HTMLInputElement) return
      if (document.querySelector('dialog[open], .floating')) return
      onClose()
    }
    addEventListener('keydown', closeByKey)
    return () => {
      removeEventListener('keydown', closeByKey)
    }
  }, [onClose])
  return (
    <aside className="row-panel" aria-label={t.rowNumber(count(number))}>
      <header>
        <h2>{t.rowNumber(count(number))}</h2>
        <IconButton icon="up" label={t.previousRow} isOff={!onPrevious} onClick={onPrevious} />
        <IconButton icon="down" label={t.nextRow} isOff={!onNext} onClick={onNext} />
        <IconButton
          icon="copy"
          label={t.copyRow}
          onClick={() => {
            const names = columns.map(({ name }) => name)
            copy(t.row, indented(jsonLine(row, names)))
          }}
        />
        <IconButton icon="close" label={t.close} onClick={onClose} />
      </header>
      {isGone && (
        <p role="status" className="gone">
          {t.rowGone}
        </p>
      )}
      <dl ref={fields} tabIndex={0} aria-label={t.values}>
        {columns.map((column) => (
          <PanelField
            key={column.name}
            column={column}
            value={cellOf(row, column.name)}
            display={display}
            search={search}
            isActive={column.name === activeColumn}
          />
        ))}
      </dl>
    </aside>
  )
}
