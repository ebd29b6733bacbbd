/** A page of rows. The document contains only the visible rows and columns. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Row, SortTerm } from '../../client'
import { ColumnMenu } from '../menu/column-menu'
import { ROW_HEIGHTS, type Display } from '../display/display'
import { count } from '../values/numbers'
import { searchPattern } from '../values/segments'
import type { View } from '../view/view'
import { BodyRow } from './body-row'
import { cellId } from './cell-id'
import { useCellPointer } from './cell-pointer'
import type { ColumnWidths } from './column-widths'
import { cellsIn, htmlOf, tsvOf } from './copied-range'
import type { GridColumn } from './grid-column'
import { HEADER } from './grid-keys'
import { HeaderRow } from './header-row'
import { sortedBy } from './sort-terms'
import { textWidth } from './text-width'
import { useGridKeys } from './use-grid-keys'
import { HEADER_HEIGHT, useGridWindow } from './use-grid-window'
import type { Selection } from './use-selection'

export interface DataGridProps {
  readonly label: string
  readonly view: View
  readonly columns: readonly GridColumn[]
  readonly rows: readonly Row[]
  /** Number of the page's first row in the table, starting at 1. */
  readonly firstRow: number
  /** Number of rows on all pages. */
  readonly total: number
  readonly selection: Selection
  readonly display: Display
  readonly widths: ColumnWidths
  readonly isBusy: boolean
  /** Whether the rows belong to an earlier view. */
  readonly isStale: boolean
  readonly onSort: (sort: readonly SortTerm[]) => void
  /** Shows the row of the cursor. */
  readonly onOpen: () => void
}

/** Pixels of padding beside a row number. */
const NUMBER_PADDING = 18

export function DataGrid(props: DataGridProps): ReactNode {
  const { label, view, rows, firstRow, total, selection, display, widths, onSort, onOpen } = props
  const { cursor, range } = selection
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = ROW_HEIGHTS[display.density]
  // The same on every page.
  const numbersWidth = Math.ceil(textWidth(count(total))) + NUMBER_PADDING
  const shown = useGridWindow({
    scroller,
    columns: props.columns,
    rows: rows.length,
    rowHeight,
    numbersWidth,
  })
  const { columns, visibleRows, visibleColumns, width } = shown
  const [menu, setMenu] = useState<number>()
  const { isFirstFrozen } = shown
  const { isStale } = props
  useEffect(() => {
    // Rows of another view have arrived; the same rows again leave the place.
    if (!isStale) scroller.current?.scrollTo({ top: 0 })
  }, [view, isStale])

  const { filter, filterColumns, sort } = view
  const search = useMemo(() => searchPattern(filter), [filter])
  const isSearched = useMemo(
    () => (column: GridColumn) =>
      filterColumns.length === 0 ? column.kind === 'text' : filterColumns.includes(column.name),
    [filterColumns],
  )
  const sortBy = (column: string, isAdding: boolean): void => {
    onSort(sortedBy(sort, column, isAdding))
  }
  const onKeyDown = useGridKeys({
    size: { rows: rows.length, columns: columns.length, visibleRows: shown.rowsPerPage },
    selection,
    scrollTo: shown.scrollTo,
    onOpen,
    onMenu: setMenu,
    onSort: (column, isAdding) => {
      const name = columns[column]?.name
      if (name !== undefined) sortBy(name, isAdding)
    },
    onResize: (column, step) => {
      const one = columns[column]
      if (one) widths.setWidth(one.name, one.width + step)
    },
  })
  const pointer = useCellPointer({
    firstRow,
    columns: columns.length,
    selection,
    scrollTo: shown.scrollTo,
    onOpen,
  })
  const isCellVisible =
    visibleColumns.some(({ index }) => index === cursor.column) &&
    (cursor.row === HEADER || visibleRows.some(({ index }) => index === cursor.row))
  const menuColumn = menu === undefined ? undefined : columns[menu]
  return (
    <div
      ref={scroller}
      className={`grid ${display.density} ${rows.length === 0 ? 'empty' : ''} ${isStale ? 'stale' : ''}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-busy={props.isBusy}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={isCellVisible ? cellId(cursor.row, cursor.column) : undefined}
      onKeyDown={onKeyDown}
      onCopy={(event) => {
        if (!range) return
        const cells = cellsIn(range, columns, rows)
        event.clipboardData.setData('text/plain', tsvOf(cells))
        event.clipboardData.setData('text/html', htmlOf(cells))
        event.preventDefault()
      }}
    >
      <HeaderRow
        columns={columns}
        visible={visibleColumns}
        width={width}
        numbersWidth={numbersWidth}
        isFirstFrozen={isFirstFrozen}
        sort={sort}
        activeColumn={cursor.row === HEADER ? cursor.column : -1}
        onSort={sortBy}
        onMenu={setMenu}
        onPoint={(column) => {
          selection.move({ row: HEADER, column })
        }}
        onResize={widths.setWidth}
      />
      <div
        role="rowgroup"
        className="grid-body"
        style={{ height: shown.height, width }}
        {...pointer}
      >
        {visibleRows.map(({ index, start }) => {
          const row = rows[index]
          const isInRange = range && index >= range.top && index <= range.bottom
          return (
            row && (
              <BodyRow
                key={index}
                row={row}
                index={index}
                columns={columns}
                visible={visibleColumns}
                top={start - HEADER_HEIGHT}
                height={rowHeight}
                width={width}
                number={firstRow + index}
                numbersWidth={numbersWidth}
                isFirstFrozen={isFirstFrozen}
                activeColumn={cursor.row === index ? cursor.column : -1}
                selectedFrom={isInRange ? range.left : -1}
                selectedTo={isInRange ? range.right : -1}
                display={display}
                search={search}
                isSearched={isSearched}
              />
            )
          )
        })}
      </div>
      {menu !== undefined && menuColumn && (
        <ColumnMenu
          column={menuColumn}
          columns={columns}
          rows={rows}
          view={view}
          anchor={() => document.getElementById(cellId(HEADER, menu))}
          onFit={() => {
            widths.setWidth(menuColumn.name, menuColumn.needed)
          }}
          onClose={() => {
            setMenu(undefined)
          }}
        />
      )}
    </div>
  )
}
