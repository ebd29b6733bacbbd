/** One table: toolbar, rows and pagination. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { ColumnMetadata, Row } from '../client'
import { isSignInNeeded, useColumns, useRows } from './api/queries'
import { CellDetail } from './detail/cell-detail'
import { ExportMenu } from './export/export-menu'
import { DataGrid, type OpenedCell } from './grid/data-grid'
import { gridColumns, shownColumns } from './grid/grid-column'
import { Failure } from './messages/failure'
import { Loading } from './messages/loading'
import { NoRows } from './messages/no-rows'
import { Notice } from './messages/notice'
import { SignIn } from './sign-in/sign-in'
import { ColumnChooser } from './toolbar/column-chooser'
import { Pager } from './toolbar/pager'
import { SearchBox } from './toolbar/search-box'
import { change } from './view/use-view'
import type { View } from './view/view'

const NO_ROWS: readonly Row[] = []
const NO_COLUMNS: readonly ColumnMetadata[] = []

export interface TablePageProps {
  readonly view: View
  readonly onDownload: () => void
}

export function TablePage({ view, onDownload }: TablePageProps): ReactNode {
  const columns = useColumns(view.table)
  const rows = useRows(view)
  const [opened, setOpened] = useState<OpenedCell>()
  const [notice, setNotice] = useState('')
  const clearNotice = useCallback(() => {
    setNotice('')
  }, [])

  const { result } = rows
  const all = columns.data ?? NO_COLUMNS
  const data = result?.data ?? NO_ROWS
  const names = shownColumns(view.columns, all)
  // The first page with these columns, so that their widths do not change with each page.
  const [sample, setSample] = useState(NO_ROWS)
  const hasAll = ([row]: readonly Row[]): boolean =>
    row !== undefined && names.every((name) => Object.hasOwn(row, name))
  if (!hasAll(sample) && hasAll(data)) setSample(data)
  const shown = useMemo(() => gridColumns(view.columns, all, sample), [view.columns, all, sample])
  const error = rows.error ?? columns.error
  if (isSignInNeeded(error)) return <SignIn error={error} />
  return (
    <>
      <div className="toolbar" role="group" aria-label={`View of ${view.table}`}>
        <h2 className="clipped">{view.table}</h2>
        <SearchBox view={view} columns={all} />
        <ColumnChooser view={view} columns={all} />
        {result && <ExportMenu result={result} onDownload={onDownload} onNotice={setNotice} />}
      </div>
      <Loading
        isOn={rows.isFetching}
        isStopped={!rows.isFetching && !rows.error && !rows.isCurrent}
        onLoad={rows.load}
      />
      {error && <Failure error={error} table={view.table} isLine={result !== undefined} />}
      {result && (
        <>
          <DataGrid
            label={`Rows of ${view.table}`}
            columns={shown}
            rows={data}
            firstRow={(result.pagination.page - 1) * result.pagination.limit + 1}
            total={result.pagination.total}
            sort={view.sort}
            isBusy={rows.isFetching}
            onSort={(sort) => {
              change({ sort })
            }}
            onOpen={setOpened}
          />
          {data.length === 0 && <NoRows view={view} pagination={result.pagination} />}
          <Pager view={view} pagination={result.pagination} rows={data.length} />
        </>
      )}
      {opened && (
        <CellDetail
          cell={opened}
          onClose={() => {
            setOpened(undefined)
          }}
          onNotice={setNotice}
        />
      )}
      <Notice text={notice} onEnd={clearNotice} />
    </>
  )
}
