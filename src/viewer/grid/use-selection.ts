/** The cursor, and the rectangle of cells between the cursor and the cell where the selection began. */
import { useMemo, useState } from 'react'
import type { RowPlaces } from '../follow/row-changes'
import { HEADER, type GridCell } from './grid-keys'

/** All numbers are inclusive. */
export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Selection {
  /** Counts the movements of the cursor by the user, not those of its row. */
  readonly moves: number
  readonly cursor: GridCell
  /** Undefined while the cursor is in the header. */
  readonly range: Range | undefined
  /** @returns the cell within the grid */
  readonly move: (cell: GridCell, isExtending?: boolean) => GridCell
  readonly select: (range: Range) => void
  /** Moves the cursor and the selection with their rows. */
  readonly follow: (places: RowPlaces) => void
}

export function useSelection(rows: number, columns: number): Selection {
  const [wanted, setWanted] = useState<{ moves: number; cursor: GridCell; anchor: GridCell }>({
    moves: 0,
    cursor: { row: HEADER, column: 0 },
    anchor: { row: HEADER, column: 0 },
  })
  const within = ({ row, column }: GridCell, top = HEADER): GridCell => ({
    row: Math.max(top, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  const cursor = within(wanted.cursor)
  const anchor = within(wanted.anchor)
  const { top, bottom, left, right } = between(cursor, anchor)
  const isEmpty = cursor.row === HEADER || rows === 0
  // The same object until the selection changes, because copies and figures depend on it.
  const range = useMemo(
    () => (isEmpty ? undefined : { top, bottom, left, right }),
    [isEmpty, top, bottom, left, right],
  )
  const moves = wanted.moves + 1
  return {
    moves: wanted.moves,
    cursor,
    range,
    move: (cell, isExtending = false) => {
      // A range does not contain the header.
      const isRange = isExtending && anchor.row !== HEADER
      const reached = within(cell, isRange ? 0 : HEADER)
      setWanted({ moves, cursor: reached, anchor: isRange ? anchor : reached })
      return reached
    },
    select: ({ top, bottom, left, right }) => {
      const ends = { cursor: { row: top, column: left }, anchor: { row: bottom, column: right } }
      setWanted({ moves, ...ends })
    },
    follow: (places) => {
      const moved = (cell: GridCell): GridCell => ({ ...cell, row: places[cell.row] ?? cell.row })
      setWanted({ ...wanted, cursor: moved(cursor), anchor: moved(anchor) })
    },
  }
}

function between(a: GridCell, b: GridCell): Range {
  return {
    top: Math.max(0, Math.min(a.row, b.row)),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}
