/** The rows of a table: the grid, the row panel and the foot. */
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { ColumnMetadata, QueryResult } from '../client'
import { closeChart, useOpenChart } from './chart/open-chart'
import { useDisplay } from './display/display'
import { FollowMessages } from './follow/follow-messages'
import { useFollow } from './follow/use-follow'
import { useRowPlaces } from './follow/use-row-places'
import { Foot } from './foot/foot'
import { onDemand } from './frame/on-demand'
import { cellsIn } from './grid/copied-range'
import { DataGrid } from './grid/data-grid'
import { HEADER } from './grid/grid-keys'
import { usePublishedCells } from './grid/selected-cells'
import { useGridColumns } from './grid/use-grid-columns'
import { useSelection } from './grid/use-selection'
import { NoRows } from './messages/no-rows'
import { goneAfter, type GoneRow } from './panel/gone-row'
import { RowPanel } from './panel/row-panel'
import { PrintTable } from './print/print-table'
import { searchPattern } from './values/segments'
import type { View } from './view/view'

const ChartDialog = onDemand(() => import('./chart/chart-dialog'))

interface TableRowsProps {
  readonly view: View
  /** Metadata of all columns. */
  readonly metadata: readonly ColumnMetadata[]
  readonly result: QueryResult
  readonly isBusy: boolean
  /** Whether the rows belong to an earlier view. */
  readonly isStale: boolean
  /** When the rows arrived, in milliseconds since 1970. */
  readonly readAt: number
}

export function TableRows(props: TableRowsProps): ReactNode {
  const { view, metadata, result, isBusy, isStale } = props
  const { data, pagination } = result
  const display = useDisplay()
  const { columns, setWidth } = useGridColumns(view, metadata, data)
  const selection = useSelection(data.length, columns.length)
  const { cursor, range } = selection
  const selected = useMemo(() => range && cellsIn(range, columns, data), [range, columns, data])
  usePublishedCells(selected)
  // Memoized, because a new pattern would render every field of the row panel.
  const search = useMemo(() => searchPattern(view.filter), [view.filter])
  const chart = useOpenChart()
  useEffect(() => closeChart, [view.table])
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [gone, setGone] = useState<GoneRow>()
  const { moves } = selection
  const goneRow = gone?.view === view && gone.moves === moves ? gone.row : undefined
  const places = useRowPlaces(view, data, isStale, (now, earlier) => {
    selection.follow(now)
    if (!isPanelOpen) return
    const row = goneAfter(goneRow, cursor.row, now, earlier)
    setGone(row && { row, view, moves })
  })
  const { marks, news, problem } = useFollow(view)

  const firstRow = (pagination.page - 1) * pagination.limit + 1
  const row = goneRow ?? (cursor.row === HEADER ? undefined : data[cursor.row])
  const moveTo = (to: number): (() => void) | undefined =>
    to < 0 || to >= data.length
      ? undefined
      : () => {
          selection.move({ row: to, column: cursor.column })
        }
  return (
    <>
      <div className="rows">
        <div className="rows-main">
          <DataGrid
            view={view}
            columns={columns}
            rows={data}
            firstRow={firstRow}
            total={pagination.total}
            selection={selection}
            selected={selected}
            display={display}
            marks={marks}
            places={places}
            isBusy={isBusy}
            isStale={isStale}
            onResize={setWidth}
            onOpen={() => {
              setGone(undefined)
              setPanelOpen(true)
            }}
          />
          {data.length === 0 && !isStale && <NoRows view={view} pagination={pagination} />}
        </div>
        {isPanelOpen && row && (
          <RowPanel
            row={row}
            columns={columns}
            // Without rows, the cursor is in none.
            number={firstRow + Math.max(0, cursor.row)}
            isGone={goneRow !== undefined}
            activeColumn={columns[cursor.column]?.name}
            moves={moves}
            display={display}
            search={search}
            onPrevious={moveTo(cursor.row - 1)}
            onNext={moveTo(cursor.row + 1)}
            onClose={() => {
              setPanelOpen(false)
              document.querySelector<HTMLElement>('[role=grid]')?.focus()
            }}
          />
        )}
      </div>
      <FollowMessages news={news} problem={problem} />
      <Foot
        view={view}
        pagination={pagination}
        rows={data.length}
        selected={selected}
        readAt={isStale ? undefined : props.readAt}
      />
      <PrintTable
        table={view.table}
        columns={columns}
        rows={data}
        firstRow={firstRow}
        display={display}
      />
      {chart?.table === view.table && (
        <ChartDialog
          {...chart}
          columns={columns}
          rows={data}
          firstRow={firstRow}
          total={pagination.total}
          onClose={closeChart}
        />
      )}
    </>
  )
}
