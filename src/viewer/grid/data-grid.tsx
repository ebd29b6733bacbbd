/** A page of rows. The document contains only the visible rows and columns. */
import { useRef, useState, type ReactNode } from 'react'
import type { Row } from '../../client'
import { ROW_HEIGHTS, type Display } from '../display/display'
import { UNIT } from '../display/unit'
import type { Marks } from '../follow/marks'
import type { RowPlaces } from '../follow/row-changes'
import { notify } from '../frame/notice'
import { ColumnMenu } from '../menu/column-menu'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { change } from '../view/use-view'
import type { View } from '../view/view'
import { cellId } from './cell-id'
import type { ColumnWidths } from './column-widths'
import { copyCells, type SelectedCells } from './copied-range'
import { GridBody } from './grid-body'
import type { GridColumn } from './grid-column'
import { HEADER } from './grid-keys'
import { HeaderRow } from './header-row'
import { sortedBy } from './sort-terms'
import { textWidth } from './text-width'
import { useGridKeys } from './use-grid-keys'
import { useGridWindow } from './use-grid-window'
import { useScrollPlace } from './use-scroll-place'
import type { Selection } from './use-selection'

interface DataGridProps {
  readonly view: View
  readonly columns: readonly GridColumn[]
  readonly rows: readonly Row[]
  /** Number of the page's first row in the table, starting at 1. */
  readonly firstRow: number
  /** Number of rows on all pages. */
  readonly total: number
  readonly selection: Selection
  /** Undefined while the cursor is in the header. */
  readonly selected: SelectedCells | undefined
  readonly display: Display
  readonly marks: Marks
  /** Where the previously shown rows are now. */
  readonly places: RowPlaces | undefined
  readonly isBusy: boolean
  /** Whether the rows belong to an earlier view. */
  readonly isStale: boolean
  readonly onResize: ColumnWidths['setWidth']
  /** Opens the panel with the row of the cursor. */
  readonly onOpen: () => void
}

/** Pixels of padding beside a row number. */
const NUMBER_PADDING = 18

export function DataGrid(props: DataGridProps): ReactNode {
  const { view, rows, firstRow, total, selection, selected, display, isStale, onResize } = props
  const { marks, places } = props
  const { cursor } = selection
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = Math.round(ROW_HEIGHTS[display.density] * UNIT)
  const shown = useGridWindow({
    scroller,
    columns: props.columns,
    rows: rows.length,
    rowHeight,
    // The width of the total, so that it is the same on every page.
    numbersWidth: Math.ceil(textWidth(count(total), 'number')) + NUMBER_PADDING,
  })
  const { columns, visibleRows, visibleColumns } = shown
  const [menu, setMenu] = useState<number>()
  useScrollPlace({ scroller, view, isStale, places, cursorRow: cursor.row, rowHeight })

  const sortBy = (column: string, isAdding: boolean): void => {
    change({ sort: sortedBy(view.sort, column, isAdding) })
  }
  const onKeyDown = useGridKeys({
    size: { rows: rows.length, columns: columns.length, visibleRows: shown.rowsPerPage },
    selection,
    scrollTo: shown.scrollTo,
    onOpen: props.onOpen,
    onMenu: setMenu,
    onSort: (column, isAdding) => {
      const name = columns[column]?.name
      if (name !== undefined) sortBy(name, isAdding)
    },
    onResize: (column, step) => {
      const one = columns[column]
      if (one) onResize(one.name, one.width + step)
    },
  })
  const isCellVisible =
    visibleColumns.some(({ index }) => index === cursor.column) &&
    (cursor.row === HEADER || visibleRows.some(({ index }) => index === cursor.row))
  const menuColumn = menu === undefined ? undefined : columns[menu]
  return (
    <>
      <div
        ref={scroller}
        className={`grid ${display.density} ${rows.length === 0 ? 'empty' : ''} ${isStale ? 'stale' : ''}`}
        role="grid"
        tabIndex={0}
        aria-label={t.rowsOfTable(view.table)}
        aria-busy={props.isBusy}
        aria-description={isStale && !props.isBusy ? t.earlierRows : undefined}
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-activedescendant={isCellVisible ? cellId(cursor.row, cursor.column) : undefined}
        onKeyDown={onKeyDown}
        onCopy={(event) => {
          if (!selected) return
          copyCells(selected, event.clipboardData)
          notify(t.cellsCopied(selected.columns.length * selected.rows.length))
          event.preventDefault()
        }}
      >
        <HeaderRow
          shown={shown}
          sort={view.sort}
          activeColumn={cursor.row === HEADER ? cursor.column : -1}
          onSort={sortBy}
          onMenu={setMenu}
          onPoint={(column) => {
            selection.move({ row: HEADER, column })
          }}
          onResize={onResize}
        />
        <GridBody
          {...{ view, rows, firstRow, shown, selection, display, marks }}
          onOpen={props.onOpen}
        />
      </div>
      {/* Beside the grid: React would also deliver the keys and copies of the menu to an element around it. */}
      {menu !== undefined && menuColumn && (
        <ColumnMenu
          column={menuColumn}
          columns={columns}
          rows={rows}
          total={total}
          view={view}
          anchor={() => document.getElementById(cellId(HEADER, menu))}
          onFit={() => {
            onResize(menuColumn.name, menuColumn.fittingWidth)
          }}
          onMove={(to) => {
            // The cursor stays in its column, so that keys can move it further.
            if (cursor.column === menu) selection.move({ ...cursor, column: to })
          }}
          onClose={() => {
            setMenu(undefined)
          }}
        />
      )}
    </>
  )
}
