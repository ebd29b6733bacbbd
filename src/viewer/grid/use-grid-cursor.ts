/** The cell with the keyboard focus. Row -1 is the header. */
import { useState, type KeyboardEvent } from 'react'

export interface GridCell {
  readonly row: number
  readonly column: number
}

export interface GridCursor {
  readonly cell: GridCell
  readonly move: (cell: GridCell) => void
  /** Returns the new cell if the key moves the cursor. */
  readonly moveByKey: (event: KeyboardEvent) => GridCell | undefined
}

export const HEADER = -1

export function useGridCursor(rows: number, columns: number, visibleRows: number): GridCursor {
  const [wanted, move] = useState<GridCell>({ row: HEADER, column: 0 })
  const within = ({ row, column }: GridCell): GridCell => ({
    row: Math.max(HEADER, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  const cell = within(wanted)
  return {
    cell,
    move,
    moveByKey: (event) => {
      const target = targetOf(event, cell, rows, columns, visibleRows)
      if (!target) return undefined
      const reached = within(target)
      move(reached)
      return reached
    },
  }
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/grid/#keyboardinteraction */
function targetOf(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: GridCell,
  rows: number,
  columns: number,
  visibleRows: number,
): GridCell | undefined {
  const isFar = ctrlKey || metaKey
  switch (key) {
    case 'ArrowDown':
      return { row: isFar ? rows - 1 : row + 1, column }
    case 'ArrowUp':
      return { row: isFar ? HEADER : row - 1, column }
    case 'ArrowRight':
      return { row, column: isFar ? columns - 1 : column + 1 }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 }
    case 'PageDown':
      return { row: row + visibleRows, column }
    case 'PageUp':
      return { row: row - visibleRows, column }
    case 'Home':
      return { row: isFar ? HEADER : row, column: 0 }
    case 'End':
      return { row: isFar ? rows - 1 : row, column: columns - 1 }
    default:
      return undefined
  }
}
