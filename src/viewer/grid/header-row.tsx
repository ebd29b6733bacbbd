import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { cellId } from './data-grid'
import type { GridColumn } from './grid-column'
import { HEADER } from './use-grid-cursor'
import type { GridHeader } from './use-row-model'

export interface HeaderRowProps {
  readonly headers: readonly GridHeader[]
  readonly kinds: readonly GridColumn[]
  readonly visible: readonly VirtualItem[]
  readonly width: number
  readonly activeColumn: number
  readonly onPoint: (column: number) => void
}

const ORDER = { asc: 'ascending', desc: 'descending' } as const
const ARROW = { asc: '▲', desc: '▼' } as const

export function HeaderRow(props: HeaderRowProps): ReactNode {
  const { headers, kinds, visible, width, activeColumn, onPoint } = props
  const isSortedByMany = headers.filter(({ column }) => column.getIsSorted() !== false).length > 1
  return (
    <div role="rowgroup" className="grid-head" style={{ width }}>
      <div role="row" aria-rowindex={1}>
        {visible.map(({ index, start, size }) => {
          const [header, kind] = [headers[index], kinds[index]]
          if (!header || !kind) return null
          const { column } = header
          const order = column.getIsSorted()
          const isActive = index === activeColumn
          return (
            <div
              key={column.id}
              id={cellId(HEADER, index)}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={order === false ? 'none' : ORDER[order]}
              className={`grid-header ${kind.kind} ${isActive ? 'active' : ''}`}
              style={{ transform: `translateX(${start}px)`, width: size }}
              title={`${column.id} (${kind.type}): click to sort, with Shift by several columns`}
              onClick={(event) => {
                onPoint(index)
                column.getToggleSortingHandler()?.(event)
              }}
            >
              <span className="grid-header-name">
                <span className="clipped">{column.id}</span>
                {order !== false && (
                  <span className="arrow" aria-hidden="true">
                    {ARROW[order]}
                    {isSortedByMany && <sub>{column.getSortIndex() + 1}</sub>}
                  </span>
                )}
              </span>
              <span className="grid-header-type clipped">{kind.type.toLowerCase()}</span>
              <span
                className="resizer"
                aria-hidden="true"
                // The click at the end of the drag must not reach the header.
                onPointerDown={({ currentTarget, pointerId }) => {
                  currentTarget.setPointerCapture(pointerId)
                }}
                onMouseDown={header.getResizeHandler()}
                onTouchStart={header.getResizeHandler()}
                onClick={(event) => {
                  event.stopPropagation()
                }}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
