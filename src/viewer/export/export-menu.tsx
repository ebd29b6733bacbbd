/** Menu to copy a link or the page, or to download all rows. */
import type { ReactNode } from 'react'
import type { QueryResult } from '../../client'
import { Popover } from '../toolbar/popover'
import { copyText } from './clipboard'
import { csvHeader, csvRows } from './csv'

export interface ExportMenuProps {
  /** The current page. */
  readonly result: QueryResult
  readonly onDownload: () => void
  /** Shows and announces a message. */
  readonly onNotice: (text: string) => void
}

export function ExportMenu({ result, onDownload, onNotice }: ExportMenuProps): ReactNode {
  const { data, columns, pagination } = result
  const copy = (what: string, text: string): void => {
    void copyText(text).then((isCopied) => {
      onNotice(isCopied ? `${what} copied.` : 'The browser did not allow copying.')
    })
  }
  const entries: readonly (readonly [string, () => void])[] = [
    [
      'Copy a link to this view',
      () => {
        copy('Link', location.href)
      },
    ],
    [
      'Copy this page as CSV',
      () => {
        copy(`${data.length} rows of CSV`, csvHeader(columns) + csvRows(data, columns))
      },
    ],
    [
      'Copy this page as JSON',
      () => {
        copy(`${data.length} rows of JSON`, JSON.stringify(data, null, 2))
      },
    ],
    [`Download all ${pagination.total.toLocaleString('en')} rows as CSV`, onDownload],
  ]
  return (
    <Popover label="Export" title="Export" isMenu>
      <ul className="menu">
        {entries.map(([label, act]) => (
          <li key={label}>
            <button type="button" className="quiet" onClick={act}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
