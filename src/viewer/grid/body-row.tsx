import type { VirtualItem } from '@tanstack/react-virtual'
import { memo, type ReactNode } from 'react'
import { cellText } from './cell-text'
import { cellId } from './data-grid'
import type { GridColumn } from './grid-column'
import type { GridRow } from './use-row-model'

export interface BodyRowProps {
  readonly row: GridRow
  readonly columns: readonly GridColumn[]
  readonly visible: readonly VirtualItem[]
  /** Offset from the first row in pixels. */
  readonly top: number
  /** Number of the row in the table, starting at 1. */
  readonly number: number
  readonly activeColumn: number
}

/**
 * Renders only after a change. Most cells are a single element, because scrolling a wide table adds
 * and removes hundreds of them.
 */
export const BodyRow = memo(function BodyRow(props: BodyRowProps): ReactNode {
  const { row, columns, visible, top, number, activeColumn } = props
  return (
    <div
      role="row"
      aria-rowindex={number + 1}
      className={`grid-row ${row.index % 2 === 1 ? 'odd' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {visible.map(({ index, start, size }) => {
        const column = columns[index]
        if (!column) return null
        const value = row.original[column.name]
        const isActive = index === activeColumn
        return (
          <div
            key={column.name}
            id={cellId(row.index, index)}
            role="gridcell"
            aria-colindex={index + 1}
            data-column={column.name}
            className={`grid-cell ${column.kind} ${isActive ? 'active' : ''} ${value === null ? 'null' : ''}`}
            style={{ transform: `translateX(${start}px)`, width: size }}
          >
            {value === null ? 'null' : cellText(value, column.kind)}
            {isActive && (
              <span className="open-cell" aria-hidden="true" title="Show the whole value (Enter)">
                ⤢
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
})
