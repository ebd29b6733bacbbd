/** A page of rows. The document contains only the visible rows and columns. */
import { useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { JsonValue, Row, SortTerm } from '../../client'
import { BodyRow } from './body-row'
import type { GridColumn } from './grid-column'
import { HeaderRow } from './header-row'
import { HEADER, useGridCursor, type GridCell } from './use-grid-cursor'
import { useRowModel } from './use-row-model'

export interface OpenedCell {
  readonly column: GridColumn
  readonly value: JsonValue | undefined
  /** Number of the row in the table. */
  readonly row: number
}

export interface DataGridProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly Row[]
  /** Number of the page's first row in the table, starting at 1. */
  readonly firstRow: number
  /** Number of rows on all pages. */
  readonly total: number
  readonly sort: readonly SortTerm[]
  readonly isBusy: boolean
  readonly onSort: (sort: readonly SortTerm[]) => void
  readonly onOpen: (cell: OpenedCell) => void
}

const HEADER_HEIGHT = 48
const ROW_HEIGHT = 32

export function DataGrid(props: DataGridProps): ReactNode {
  const { label, columns, rows, firstRow, total, sort, isBusy, onSort, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const model = useRowModel(columns, rows, sort, onSort)
  const headers = model.getHeaderGroups()[0]?.headers ?? []
  const bodyRows = model.getRowModel().rows

  const rowVirtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  })
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: headers.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => headers[index]?.getSize() ?? 0,
    overscan: 0,
    rangeExtractor: byGroups,
  })
  const widths = headers.map((header) => header.getSize()).join()
  useEffect(() => {
    columnVirtualizer.measure()
  }, [columnVirtualizer, widths])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [rows])

  const pageOfRows = Math.max(
    1,
    Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER_HEIGHT) / ROW_HEIGHT) - 1,
  )
  const cursor = useGridCursor(rows.length, headers.length, pageOfRows)
  const { cell } = cursor

  const open = (row: number, column: number): void => {
    const shown = columns[column]
    if (shown) onOpen({ column: shown, value: rows[row]?.[shown.name], row: firstRow + row })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const reached = cursor.moveByKey(event)
    if (reached) {
      if (reached.row !== HEADER) rowVirtualizer.scrollToIndex(reached.row)
      columnVirtualizer.scrollToIndex(reached.column)
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (cell.row === HEADER) headers[cell.column]?.column.getToggleSortingHandler()?.(event)
      else open(cell.row, cell.column)
    } else return
    event.preventDefault()
  }

  const visible = columnVirtualizer.getVirtualItems()
  const visibleRows = rowVirtualizer.getVirtualItems()
  const isCellVisible =
    visible.some(({ index }) => index === cell.column) &&
    (cell.row === HEADER || visibleRows.some(({ index }) => index === cell.row))
  return (
    <div
      ref={scroller}
      className={`grid ${rows.length === 0 ? 'empty' : ''}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-busy={isBusy}
      aria-rowcount={total + 1}
      aria-colcount={headers.length}
      aria-activedescendant={isCellVisible ? cellId(cell.row, cell.column) : undefined}
      onKeyDown={onKeyDown}
    >
      <HeaderRow
        headers={headers}
        visible={visible}
        width={columnVirtualizer.getTotalSize()}
        kinds={columns}
        activeColumn={cell.row === HEADER ? cell.column : -1}
        onPoint={(column) => {
          cursor.move({ row: HEADER, column })
        }}
      />
      <div
        role="rowgroup"
        className="grid-body"
        style={{ height: rowVirtualizer.getTotalSize(), width: columnVirtualizer.getTotalSize() }}
        onClick={({ target }) => {
          const pointed = cellAt(target, firstRow)
          if (!pointed) return
          cursor.move(pointed)
          if (target instanceof Element && target.matches('.open-cell')) {
            open(pointed.row, pointed.column)
          }
        }}
        onDoubleClick={({ target }) => {
          const pointed = cellAt(target, firstRow)
          if (pointed) open(pointed.row, pointed.column)
        }}
      >
        {visibleRows.map(({ index, start }) => {
          const row = bodyRows[index]
          return (
            row && (
              <BodyRow
                key={index}
                row={row}
                columns={columns}
                visible={visible}
                top={start - HEADER_HEIGHT}
                number={firstRow + index}
                activeColumn={cell.row === index ? cell.column : -1}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** Number of columns to add at once while scrolling, because each change renders all rows. */
const GROUP = 6

function byGroups({ startIndex, endIndex, count }: Range): number[] {
  const first = Math.floor(startIndex / GROUP) * GROUP
  const last = Math.min(Math.ceil((endIndex + 1) / GROUP) * GROUP, count)
  return Array.from({ length: last - first }, (_, index) => first + index)
}

function cellAt(target: EventTarget, firstRow: number): GridCell | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  if (!cell?.parentElement) return undefined
  return {
    row: Number(cell.parentElement.ariaRowIndex) - 1 - firstRow,
    column: Number(cell.ariaColIndex) - 1,
  }
}

export function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`
}
