/** A dialog with one complete value. */
import { useEffect, useRef, type ReactNode } from 'react'
import { parseExactly } from '../api/exact-json'
import { copyText } from '../export/clipboard'
import { bytesIn, fullText, sizeText } from '../grid/cell-text'
import type { OpenedCell } from '../grid/data-grid'
import type { GridColumn } from '../grid/grid-column'
import { hexDump } from './hex-dump'

export interface CellDetailProps {
  readonly cell: OpenedCell
  readonly onClose: () => void
  readonly onNotice: (text: string) => void
}

export function CellDetail({ cell, onClose, onNotice }: CellDetailProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const { column, row, value } = cell
  const { text, note } = shownValue(cell)
  return (
    <dialog
      ref={dialog}
      className="detail"
      aria-labelledby="detail-title"
      onClose={onClose}
      onClick={({ target }) => {
        // A click outside the content has the dialog itself as its target.
        if (target === dialog.current) dialog.current.close()
      }}
    >
      <div className="detail-content">
        <header>
          <h2 id="detail-title">{column.name}</h2>
          <p>
            {column.type.toLowerCase()} · row {row.toLocaleString('en')} · {note}
          </p>
        </header>
        {text !== '' && (
          <pre tabIndex={0} aria-label="Value">
            {text}
          </pre>
        )}
        <div className="buttons">
          {value !== null && (
            <button
              type="button"
              onClick={() => {
                void copyText(fullText(value)).then((isCopied) => {
                  onNotice(isCopied ? 'Value copied.' : 'The browser did not allow copying.')
                })
              }}
            >
              Copy
            </button>
          )}
          <button type="button" autoFocus onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  )
}

function shownValue({ column, value }: OpenedCell): { text: string; note: string } {
  if (value === null || value === undefined) return { text: '', note: 'null: no value' }
  if (column.kind === 'binary' && typeof value === 'string') {
    return { text: hexDump(value), note: `binary, ${sizeText(bytesIn(value))}` }
  }
  if (typeof value === 'object')
    return { text: JSON.stringify(value, null, 2), note: noteOf(column) }
  const text = String(value)
  const json = column.kind === 'text' ? prettyJson(text) : undefined
  if (json !== undefined) return { text: json, note: 'JSON' }
  const characters = Array.from(text).length
  return {
    text,
    note: characters === 1 ? '1 character' : `${characters.toLocaleString('en')} characters`,
  }
}

/** Exact numbers are objects too. */
function noteOf({ kind }: GridColumn): string {
  return kind === 'number' ? 'number' : 'JSON'
}

/** SQLite stores JSON as text; only objects and lists benefit from several lines. */
function prettyJson(text: string): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.stringify(parseExactly(text), null, 2)
  } catch {
    return undefined
  }
}
