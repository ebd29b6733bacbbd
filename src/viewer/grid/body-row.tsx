import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode } from 'react'
import type { JsonValue, Row } from '../../client'
import type { Display } from '../display/display'
import type { RowMark } from '../follow/row-changes'
import { count } from '../texts/locale'
import { t } from '../texts/texts'
import { shownValue } from '../values/shown-value'
import { valueContent } from '../values/value-content'
import { fullText } from '../values/value-text'
import { cellId } from './cell-id'
import type { GridColumn } from './grid-column'
import { cellOf } from '../values/cell'

interface BodyRowProps {
  readonly row: Row
  readonly index: number
  readonly columns: readonly GridColumn[]
  readonly visible: readonly VirtualItem[]
  /** Offset from the first row in pixels. */
  readonly top: number
  readonly height: number
  readonly width: number
  /** Number of the row in the table, starting at 1. */
  readonly number: number
  readonly numbersWidth: number
  readonly isFirstFrozen: boolean
  /** -1 if the cursor is in another row. */
  readonly activeColumn: number
  /** Selected columns of this row, inclusive; -1 if none. */
  readonly selectedFrom: number
  readonly selectedTo: number
  /** Whether the first, or the last, row of the selection is this one. */
  readonly isRangeTop: boolean
  readonly isRangeBottom: boolean
  readonly display: Display
  readonly mark: RowMark | undefined
  readonly search: RegExp | undefined
  /** Names of the columns in which the search looks. */
  readonly searched: ReadonlySet<string>
}

/** Maximum characters of a tooltip. */
const MAX_TITLE = 1000

/** Renders only after a change. */
export const BodyRow = memo(function BodyRow(props: BodyRowProps): ReactNode {
  const { row, index, columns, visible, top, height, width, number, numbersWidth } = props
  const { activeColumn, selectedFrom, selectedTo, mark } = props
  return (
    <div
      role="row"
      aria-rowindex={number + 1}
      className={`grid-row ${activeColumn >= 0 ? 'current' : ''} ${mark === 'new' ? 'new' : ''} ${props.isRangeTop ? 'range-top' : ''} ${props.isRangeBottom ? 'range-bottom' : ''}`}
      style={{ transform: `translateY(${top}px)`, height, width, lineHeight: `${height - 1}px` }}
    >
      <div className="grid-number" aria-hidden="true" style={{ width: numbersWidth }}>
        {count(number)}
      </div>
      {visible.map((item) => {
        const column = columns[item.index]
        if (!column) return null
        return (
          <Cell
            key={column.name}
            row={index}
            value={cellOf(row, column.name)}
            column={column}
            index={item.index}
            start={item.start}
            width={item.size}
            isFrozen={item.index === 0 && props.isFirstFrozen}
            isActive={item.index === activeColumn}
            isSelected={item.index >= selectedFrom && item.index <= selectedTo}
            isRangeStart={item.index === selectedFrom}
            isRangeEnd={item.index === selectedTo}
            changeText={changeTextOf(mark, column.name)}
            display={props.display}
            search={props.searched.has(column.name) ? props.search : undefined}
          />
        )
      })}
    </div>
  )
})

interface CellProps {
  /** Index of the row. */
  readonly row: number
  readonly value: JsonValue | undefined
  readonly column: GridColumn
  /** Index of the column. */
  readonly index: number
  /** Offset from the left in pixels. */
  readonly start: number
  readonly width: number
  readonly isFrozen: boolean
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly isRangeStart: boolean
  readonly isRangeEnd: boolean
  /** Describes the cell as new or changed; undefined for others. */
  readonly changeText: string | undefined
  readonly display: Display
  /** The pattern to mark; undefined for none. */
  readonly search: RegExp | undefined
}

/** Renders only after a change: while the grid scrolls sideways, most cells stay the same. */
const Cell = memo(function Cell(props: CellProps): ReactNode {
  const { value, column, index, isFrozen, isActive, isSelected, changeText } = props
  const shown = shownValue(value, column, props.display)
  const { text, look, pad, isVerbatim } = shown
  const isRight = column.kind === 'number' || look === 'number'
  const exact = look === 'null' || look === 'image' ? undefined : fullText(value)
  const isCut =
    exact !== undefined && (!isVerbatim || exact.length > text.length || exact.length > 12)
  return (
    <div
      id={cellId(props.row, index)}
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={isSelected}
      aria-description={changeText}
      aria-label={look === 'boolean' ? exact : undefined}
      data-column={column.name}
      data-pad={pad === '' ? undefined : pad}
      dir="auto"
      title={isCut && column.kind !== 'binary' ? exact.slice(0, MAX_TITLE) : undefined}
      className={`grid-cell ${column.kind} ${isRight ? 'right' : ''} ${look} ${isFrozen ? 'frozen' : ''} ${isActive ? 'active' : ''} ${isSelected ? 'selected' : ''} ${props.isRangeStart ? 'range-start' : ''} ${props.isRangeEnd ? 'range-end' : ''} ${changeText === t.changedCell ? 'changed' : ''}`}
      style={{
        ...(isFrozen ? { left: props.start } : { transform: `translateX(${props.start}px)` }),
        width: props.width,
      }}
    >
      {valueContent(value, shown, props.search)}
    </div>
  )
})

function changeTextOf(mark: RowMark | undefined, column: string): string | undefined {
  if (mark === 'new') return t.newRow
  return mark?.has(column) ? t.changedCell : undefined
}
