/** Selection with the mouse: a click, a drag, and with Shift. */
import type { MouseEvent, PointerEvent } from 'react'
import type { GridCell } from './grid-keys'
import type { Selection } from './use-selection'

export interface CellPointerOptions {
  readonly firstRow: number
  readonly columns: number
  readonly selection: Selection
  readonly scrollTo: (cell: GridCell) => void
  readonly onOpen: () => void
}

export interface CellPointer {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: (event: MouseEvent) => void
}

export function useCellPointer(options: CellPointerOptions): CellPointer {
  const { firstRow, columns, selection, scrollTo, onOpen } = options
  const point = (event: PointerEvent | MouseEvent): void => {
    const cell = cellAt(event.target, firstRow)
    if (cell) selection.move(cell, event.shiftKey)
    const row = rowNumberAt(event.target, firstRow)
    if (row !== undefined) selection.select({ top: row, bottom: row, left: 0, right: columns - 1 })
  }
  return {
    onPointerDown: (event) => {
      // A touch may begin to scroll.
      if (event.pointerType === 'mouse' && event.button === 0) point(event)
    },
    onPointerMove: (event) => {
      if (event.pointerType !== 'mouse' || (event.buttons & 1) === 0) return
      const cell = cellAt(event.target, firstRow)
      if (cell && !isAt(cell, selection.cursor)) scrollTo(selection.move(cell, true))
    },
    onClick: (event) => {
      if (
        event.nativeEvent instanceof globalThis.PointerEvent &&
        event.nativeEvent.pointerType === 'mouse'
      )
        return
      point(event)
    },
    onDoubleClick: (event) => {
      if (cellAt(event.target, firstRow)) onOpen()
    },
  }
}

function isAt(a: GridCell, b: GridCell): boolean {
  return a.row === b.row && a.column === b.column
}

function cellAt(target: EventTarget, firstRow: number): GridCell | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  if (!cell?.parentElement) return undefined
  return {
    row: Number(cell.parentElement.ariaRowIndex) - 1 - firstRow,
    column: Number(cell.ariaColIndex) - 1,
  }
}

function rowNumberAt(target: EventTarget, firstRow: number): number | undefined {
  const number = target instanceof Element ? target.closest('.grid-number') : null
  return number?.parentElement
    ? Number(number.parentElement.ariaRowIndex) - 1 - firstRow
    : undefined
}
