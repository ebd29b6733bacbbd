import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { Icon } from '../frame/icon'
import { t } from '../texts/texts'
import { cellId } from './cell-id'
import type { GridColumn } from './grid-column'
import { HEADER } from './grid-keys'
import type { HeaderRowProps } from './header-row'
import { ResizeHandle } from './resize-handle'
import { Name } from '../values/name'

interface HeaderCellProps extends HeaderRowProps {
  readonly column: GridColumn
  readonly item: VirtualItem
  readonly isFrozen: boolean
}

const ORDER = { asc: 'ascending', desc: 'descending' } as const

export function HeaderCell(props: HeaderCellProps): ReactNode {
  const { column, item, isFrozen, sort, activeColumn, onSort, onMenu, onPoint, onResize } = props
  const place = sort.findIndex((term) => term.column === column.name)
  const direction = sort[place]?.direction
  const isRight = column.kind === 'number'
  return (
    <div
      id={cellId(HEADER, item.index)}
      role="columnheader"
      aria-colindex={item.index + 1}
      aria-sort={direction ? ORDER[direction] : 'none'}
      className={`grid-header ${isRight ? 'right' : ''} ${isFrozen ? 'frozen' : ''} ${item.index === activeColumn ? 'active' : ''}`}
      style={{
        ...(isFrozen ? { left: item.start } : { transform: `translateX(${item.start}px)` }),
        width: item.size,
      }}
      title={t.headerTitle(column.name, column.type)}
      onClick={({ shiftKey }) => {
        onPoint(item.index)
        onSort(column.name, shiftKey)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(item.index)
      }}
    >
      <Name name={column.name} className="grid-header-name clipped" />
      {direction && (
        <span className="arrow" aria-hidden="true">
          <Icon name={direction === 'asc' ? 'up' : 'down'} />
          {sort.length > 1 && <sub>{place + 1}</sub>}
        </span>
      )}
      <span
        className="header-menu"
        aria-hidden="true"
        title={t.columnMenu}
        onClick={(event) => {
          event.stopPropagation()
          onPoint(item.index)
          onMenu(item.index)
        }}
      >
        <Icon name="down" />
      </span>
      {isFrozen && (
        <ResizeHandle
          left={item.size}
          width={item.size}
          onResize={(width) => {
            onResize(column.name, width)
          }}
        />
      )}
    </div>
  )
}
