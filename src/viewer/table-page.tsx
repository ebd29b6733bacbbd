/** One table: its head, its rows, the row panel and the foot. */
import { useMemo, useState, type ReactNode } from 'react'
import type { ColumnMetadata, Row } from '../client'
import { isSignInNeeded, useColumns, useRows } from './api/queries'
import { useDisplay } from './display/display'
import type { StartDownload } from './export/export-menu'
import { Foot } from './foot/foot'
import { useShortcuts } from './frame/shortcuts'
import { useColumnWidths } from './grid/column-widths'
import { cellsIn } from './grid/copied-range'
import { DataGrid } from './grid/data-grid'
import { gridColumns, shownColumns } from './grid/grid-column'
import { HEADER } from './grid/grid-keys'
import { useSelection } from './grid/use-selection'
import { Chips } from './head/chips'
import { TableHead } from './head/table-head'
import { Failure } from './messages/failure'
import { Loading } from './messages/loading'
import { NoRows } from './messages/no-rows'
import { Skeleton } from './messages/skeleton'
import { RowPanel } from './panel/row-panel'
import { PrintTable } from './print/print-table'
import { SignIn } from './sign-in/sign-in'
import { t } from './texts/texts'
import { searchPattern } from './values/segments'
import { change } from './view/use-view'
import type { View } from './view/view'

const NO_ROWS: readonly Row[] = []
const NO_COLUMNS: readonly ColumnMetadata[] = []

export interface TablePageProps {
  readonly view: View
  readonly onDownload: StartDownload
}

export function TablePage({ view, onDownload }: TablePageProps): ReactNode {
  const { table } = view
  const metadata = useColumns(table)
  const rows = useRows(view)
  const display = useDisplay()
  const widths = useColumnWidths(table)
  const [isPanelOpen, setPanelOpen] = useState(false)

  const { result } = rows
  const all = metadata.data ?? NO_COLUMNS
  const data = result?.data ?? NO_ROWS
  const names = shownColumns(view.columns, all)
  // The first page with these columns, so that their widths do not change with each page.
  const [sample, setSample] = useState(NO_ROWS)
  const hasAll = ([row]: readonly Row[]): boolean =>
    row !== undefined && names.every((name) => Object.hasOwn(row, name))
  if (!hasAll(sample) && hasAll(data)) setSample(data)
  const columns = useMemo(() => {
    const fitting = gridColumns(view.columns, all, sample, display)
    return fitting.map((column) => {
      const width = widths.widths[column.name]
      return width === undefined ? column : { ...column, width, needed: width }
    })
  }, [view.columns, all, sample, display, widths.widths])
  const selection = useSelection(data.length, columns.length)
  const { cursor, range } = selection
  const isSeveral = range && (range.top < range.bottom || range.left < range.right)
  const isNumber = useMemo(() => {
    const numbers = new Set(columns.flatMap(({ name, kind }) => (kind === 'number' ? [name] : [])))
    return (name: string) => numbers.has(name)
  }, [columns])
  const lastPage = result?.pagination.totalPages ?? 1
  useShortcuts(
    useMemo(
      () => ({
        ...(view.page > 1 && {
          '[': () => {
            change({ page: view.page - 1 })
          },
        }),
        ...(view.page < lastPage && {
          ']': () => {
            change({ page: view.page + 1 })
          },
        }),
      }),
      [view.page, lastPage],
    ),
  )

  const error = rows.error ?? metadata.error
  if (isSignInNeeded(error)) return <SignIn error={error} />
  const firstRow = result ? (result.pagination.page - 1) * result.pagination.limit + 1 : 1
  const row = cursor.row === HEADER ? undefined : data[cursor.row]
  const moveTo = (to: number): (() => void) | undefined =>
    to < 0 || to >= data.length
      ? undefined
      : () => {
          selection.move({ row: to, column: cursor.column })
        }
  return (
    <div className="table-page">
      <TableHead
        view={view}
        columns={all}
        result={result}
        readAt={rows.readAt}
        onDownload={onDownload}
      />
      <Chips view={view} columns={all} />
      <Loading
        isOn={rows.isFetching}
        isStopped={!rows.isFetching && !rows.error && !rows.isCurrent}
        onLoad={rows.load}
      />
      {error && <Failure error={error} table={table} isLine={result !== undefined} />}
      {!result && !error && <Skeleton />}
      {result && (
        <>
          <div className="rows">
            <div className="rows-main">
              <DataGrid
                label={t.rowsOfTable(table)}
                view={view}
                columns={columns}
                rows={data}
                firstRow={firstRow}
                total={result.pagination.total}
                selection={selection}
                display={display}
                widths={widths}
                isBusy={rows.isFetching}
                isStale={!rows.isCurrent}
                onSort={(sort) => {
                  change({ sort })
                }}
                onOpen={() => {
                  setPanelOpen(true)
                }}
              />
              {data.length === 0 && <NoRows view={view} pagination={result.pagination} />}
            </div>
            {isPanelOpen && row && (
              <RowPanel
                row={row}
                columns={columns}
                number={firstRow + cursor.row}
                activeColumn={columns[cursor.column]?.name}
                display={display}
                search={searchPattern(view.filter)}
                onPrevious={moveTo(cursor.row - 1)}
                onNext={moveTo(cursor.row + 1)}
                onClose={() => {
                  setPanelOpen(false)
                  document.querySelector<HTMLElement>('[role=grid]')?.focus()
                }}
              />
            )}
          </div>
          <Foot
            view={view}
            pagination={result.pagination}
            rows={data.length}
            selected={isSeveral ? cellsIn(range, columns, data) : undefined}
            isNumber={isNumber}
          />
          <PrintTable
            table={table}
            columns={columns}
            rows={data}
            firstRow={firstRow}
            display={display}
          />
        </>
      )}
    </div>
  )
}
