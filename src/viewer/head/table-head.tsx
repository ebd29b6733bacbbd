/** The line above the rows: the name of the table, the search, and the menus. */
import type { ReactNode } from 'react'
import type { ColumnMetadata, QueryResult } from '../../client'
import { refetchAll } from '../api/query-client'
import { ExportMenu } from '../export/export-menu'
import type { StartDownload } from '../export/use-download'
import { FollowButton } from '../follow/follow-button'
import { useFollowing } from '../follow/following'
import { IconButton } from '../frame/icon-button'
import { locale } from '../texts/locale'
import { t } from '../texts/texts'
import type { View } from '../view/view'
import { ColumnChooser } from './column-chooser'
import { DisplayMenu } from './display-menu'
import { SearchBox } from './search-box'
import { Name } from '../values/name'

interface TableHeadProps {
  readonly view: View
  /** Of all columns; empty while unknown. */
  readonly columns: readonly ColumnMetadata[]
  readonly result: QueryResult | undefined
  /** Whether `result` belongs to the view. */
  readonly isCurrent: boolean
  /** When the rows arrived, in milliseconds since 1970; 0 if they have not. */
  readonly readAt: number
  readonly onDownload: StartDownload
}

const two = '2-digit'
const clock = new Intl.DateTimeFormat(locale, { hour: two, minute: two })
const exactClock = new Intl.DateTimeFormat(locale, { hour: two, minute: two, second: two })

export function TableHead(props: TableHeadProps): ReactNode {
  const { view, columns, result, isCurrent, readAt, onDownload } = props
  const isFollowing = useFollowing()
  const facts = [
    ...(result ? [t.rows(result.pagination.total)] : []),
    ...(result && columns.length > 0 ? [t.columnCount(columns.length)] : []),
    ...(readAt > 0 ? [t.asOf((isFollowing ? exactClock : clock).format(readAt))] : []),
  ]
  return (
    <div className="head" role="group" aria-label={t.viewOf(view.table)}>
      <div className="title">
        <h2 className="clipped" title={view.table}>
          <Name name={view.table} />
        </h2>
        <p className="table-facts whole-parts hint">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <FollowButton />
        <IconButton icon="refresh" label={t.loadAgain} onClick={refetchAll} />
      </div>
      <SearchBox view={view} columns={columns} />
      <div className="tools">
        <ColumnChooser view={view} columns={columns} />
        <DisplayMenu />
        <ExportMenu view={view} result={result} isCurrent={isCurrent} onDownload={onDownload} />
      </div>
    </div>
  )
}
