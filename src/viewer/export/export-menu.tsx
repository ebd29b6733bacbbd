/** Menu to copy a link or the page, or to download all rows. */
import type { ReactNode } from 'react'
import type { QueryResult } from '../../client'
import { Popover } from '../menu/popover'
import { copy } from './clipboard'
import { t } from '../texts/texts'
import { csvHeader, csvRows } from './csv'

export interface ExportMenuProps {
  /** The current page. */
  readonly result: QueryResult | undefined
  readonly onDownload: () => void
}

export function ExportMenu({ result, onDownload }: ExportMenuProps): ReactNode {
  return (
    <Popover label={t.export} title={t.export} icon="export" isMenu className="primary">
      {result && <Entries result={result} onDownload={onDownload} />}
    </Popover>
  )
}

function Entries({
  result,
  onDownload,
}: {
  readonly result: QueryResult
  readonly onDownload: () => void
}): ReactNode {
  const { data, columns, pagination } = result
  const entries: readonly (readonly [string, () => void])[] = [
    [
      t.copyLink,
      () => {
        copy(t.link, location.href)
      },
    ],
    [
      t.copyPageAs('CSV'),
      () => {
        copy(t.rowsOf(data.length, 'CSV'), csvHeader(columns) + csvRows(data, columns))
      },
    ],
    [
      t.copyPageAs('JSON'),
      () => {
        copy(t.rowsOf(data.length, 'JSON'), JSON.stringify(data, null, 2))
      },
    ],
    [t.downloadAll(pagination.total, 'CSV'), onDownload],
  ]
  return (
    <ul className="menu">
      {entries.map(([label, act]) => (
        <li key={label}>
          <button type="button" className="quiet" onClick={act}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
