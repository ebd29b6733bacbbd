import type { ReactNode } from 'react'
import type { SortTerm } from '../../client'
import { HeaderCell } from './header-cell'
import { ResizeHandle } from './resize-handle'
import type { GridWindow } from './use-grid-window'

export interface HeaderRowProps {
  readonly shown: GridWindow
  readonly sort: readonly SortTerm[]
  readonly activeColumn: number
  readonly onSort: (column: string, isAdding: boolean) => void
  readonly onMenu: (column: number) => void
  readonly onPoint: (column: number) => void
  readonly onResize: (column: string, width: number | undefined) => void
}

export function HeaderRow(props: HeaderRowProps): ReactNode {
  const { shown, onResize } = props
  const { columns, visibleColumns, width, numbersWidth, isFirstFrozen } = shown
  return (
    <div role="rowgroup" className="grid-head" style={{ width }}>
      <div role="row" aria-rowindex={1} className="grid-head-row">
        <div className="grid-number" aria-hidden="true" style={{ width: numbersWidth }} />
        {visibleColumns.map((item) => {
          const column = columns[item.index]
          return (
            column && (
              <HeaderCell
                key={column.name}
                {...props}
                column={column}
                item={item}
                isFrozen={item.index === 0 && isFirstFrozen}
              />
            )
          )
        })}
      </div>
      {visibleColumns.map((item) => {
        const column = columns[item.index]
        // The handle of a frozen column is in its cell.
        if (!column || (item.index === 0 && isFirstFrozen)) return null
        return (
          <ResizeHandle
            key={column.name}
            left={item.start + item.size}
            width={item.size}
            onResize={(wanted) => {
              onResize(column.name, wanted)
            }}
          />
        )
      })}
    </div>
  )
}
