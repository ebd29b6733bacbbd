/** One table: what can be done with it above, its rows, and the pages below. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { ColumnMetadata, Row } from '../client'
import { isSignInNeeded, useColumns, useRows } from './api/queries'
import { CellDetail } from './detail/cell-detail'
import { DownloadBar } from './export/download-bar'
import { ExportMenu } from './export/export-menu'
import { useDownload } from './export/use-download'
import { DataGrid, type OpenedCell } from './grid/data-grid'
import { gridColumns } from './grid/grid-column'
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

export function TablePage({ view }: { readonly view: View }): ReactNode {
  const columns = useColumns(view.table)
  const rows = useRows(view)
  const download = useDownload()
  const [opened, setOpened] = useState<OpenedCell>()
  const [notice, setNotice] = useState('')
  const clearNotice = useCallback(() => {
    setNotice('')
  }, [])

  const result = rows.data
  const all = columns.data ?? NO_COLUMNS
  const data = result?.data ?? NO_ROWS
  const shown = useMemo(
    () =>
      gridColumns(view.columns.length > 0 ? view.columns : all.map(({ name }) => name), all, data),
    [view.columns, all, data],
  )
  const error = rows.error ?? columns.error
  if (isSignInNeeded(error)) return <SignIn error={error} />
  return (
    <>
      <div className="toolbar" role="group" aria-label={`What to show of ${view.table}`}>
        <h2 className="clipped">{view.table}</h2>
        <SearchBox key={view.table} view={view} columns={all} />
        <ColumnChooser view={view} columns={all} />
        {result && (
          <ExportMenu
            result={result}
            onDownload={() => {
              download.start(view)
            }}
            onNotice={setNotice}
          />
        )}
      </div>
      <Loading isOn={rows.isFetching} />
      <DownloadBar download={download} />
      {error ? (
        <Failure error={error} table={view.table} />
      ) : (
        result && (
          <>
            <DataGrid
              key={view.table}
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
        )
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
