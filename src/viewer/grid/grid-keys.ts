/** Where keys move the cursor: https://www.w3.org/WAI/ARIA/apg/patterns/grid/#keyboardinteraction */
import type { KeyboardEvent } from 'react'

/** Row -1 is the header. */
export interface GridCell {
  readonly row: number
  readonly column: number
}

export const HEADER = -1

export interface GridSize {
  readonly rows: number
  readonly columns: number
  readonly visibleRows: number
}

/** @returns undefined if the key does not move the cursor; the cell may be outside the grid */
export function targetOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: GridCell,
  { rows, columns, visibleRows }: GridSize,
): GridCell | undefined {
  if (altKey) return undefined
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
