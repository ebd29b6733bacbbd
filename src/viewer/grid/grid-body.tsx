/** The rows of the grid that are in view. */
import { useMemo, type ReactNode } from 'react'
import type { Row } from '../../client'
import type { Display } from '../display/display'
import type { Marks } from '../follow/marks'
import { isSearchable } from '../values/column-kind'
import { searchPattern } from '../values/segments'
import type { View } from '../view/view'
import { BodyRow } from './body-row'
import { useCellPointer } from './cell-pointer'
import type { GridColumn } from './grid-column'
import { HEADER_HEIGHT, type GridWindow } from './use-grid-window'
import type { Selection } from './use-selection'

interface GridBodyProps {
  readonly view: View
  readonly rows: readonly Row[]
  /** Number of the page's first row in the table, starting at 1. */
  readonly firstRow: number
  readonly shown: GridWindow
  readonly selection: Selection
  readonly display: Display
  readonly marks: Marks
  /** Opens the panel with the row of the cursor. */
  readonly onOpen: () => void
}

export function GridBody(props: GridBodyProps): ReactNode {
  const { view, rows, firstRow, shown, selection, display, marks, onOpen } = props
  const { columns, width, scrollTo } = shown
  const { cursor, range } = selection
  const { filter, filterColumns } = view
  const search = useMemo(() => searchPattern(filter), [filter])
  const searched = useMemo(() => searchedNames(columns, filterColumns), [columns, filterColumns])
  const pointer = useCellPointer({ firstRow, columns: columns.length, selection, scrollTo, onOpen })
  return (
    <div role="rowgroup" className="grid-body" style={{ height: shown.height, width }} {...pointer}>
      {shown.visibleRows.map(({ index, start }) => {
        const row = rows[index]
        const isInRange = range && index >= range.top && index <= range.bottom
        return (
          row && (
            <BodyRow
              key={index}
              row={row}
              index={index}
              columns={columns}
              visible={shown.visibleColumns}
              top={start - HEADER_HEIGHT}
              height={shown.rowHeight}
              width={width}
              number={firstRow + index}
              numbersWidth={shown.numbersWidth}
              isFirstFrozen={shown.isFirstFrozen}
              activeColumn={cursor.row === index ? cursor.column : -1}
              selectedFrom={isInRange ? range.left : -1}
              selectedTo={isInRange ? range.right : -1}
              isRangeTop={range?.top === index}
              isRangeBottom={range?.bottom === index}
              display={display}
              mark={marks.get(row)?.mark}
              search={search}
              searched={searched}
            />
          )
        )
      })}
    </div>
  )
}

/** Names of the columns that the search covers. */
function searchedNames(
  columns: readonly GridColumn[],
  chosen: readonly string[],
): ReadonlySet<string> {
  if (chosen.length > 0) return new Set(chosen)
  return new Set(columns.filter(({ type }) => isSearchable(type)).map(({ name }) => name))
}
