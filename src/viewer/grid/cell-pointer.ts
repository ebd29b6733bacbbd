/**
 * Selection with the mouse: a click selects a cell; a drag, or a click with Shift, selects a range. By touch: a
 * tap selects a cell; a long press on one corner and a tap on the other one select a range.
 */
import { useEffect, useRef, type MouseEvent } from 'react'
import { notify } from '../frame/notice'
import { t } from '../texts/texts'
import type { GridCell } from './grid-keys'
import { useLongPress, type LongPress } from './use-long-press'
import type { Selection } from './use-selection'

interface CellPointerOptions {
  readonly firstRow: number
  readonly columns: number
  readonly selection: Selection
  readonly scrollTo: (cell: GridCell) => void
  readonly onOpen: () => void
}

interface CellPointer extends Omit<LongPress, 'wasLong'> {
  readonly onMouseDown: (event: MouseEvent) => void
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: (event: MouseEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

export function useCellPointer(options: CellPointerOptions): CellPointer {
  const { firstRow, columns, selection, scrollTo, onOpen } = options
  /** The cell where a long press began a selection; the next tap completes the selection. */
  const corner = useRef<GridCell>(undefined)
  /** Whether the press began on a cell. A drag of selected text from elsewhere also moves over cells. */
  const isPressed = useRef(false)
  useEffect(() => {
    const release = (): void => {
      isPressed.current = false
    }
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [])
  const point = (target: EventTarget, isExtending: boolean): void => {
    const cell = cellAt(target, firstRow)
    if (cell) selection.move(cell, isExtending)
    const row = rowNumberAt(target, firstRow)
    if (row === undefined) return
    const from = isExtending ? (corner.current ?? selection.cursor).row : row
    const [top, bottom] = [Math.max(0, Math.min(from, row)), Math.max(from, row)]
    selection.select({ top, bottom, left: 0, right: columns - 1 })
  }
  const { wasLong, ...press } = useLongPress((target) => {
    const cell = cellAt(target, firstRow)
    const row = cell?.row ?? rowNumberAt(target, firstRow)
    if (row === undefined) return
    point(target, false)
    corner.current = { row, column: cell?.column ?? 0 }
    notify(t.tapOtherCorner)
  })
  const tap = (event: MouseEvent): void => {
    const cell = cellAt(event.target, firstRow)
    const isExtending = corner.current !== undefined || event.shiftKey
    if (!isExtending && cell && isAt(cell, selection.cursor)) onOpen()
    else point(event.target, isExtending)
    corner.current = undefined
  }
  return {
    ...press,
    onPointerDown: (event) => {
      press.onPointerDown(event)
      // A touch may be the start of scrolling.
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      corner.current = undefined
      isPressed.current = true
      point(event.target, event.shiftKey)
    },
    onPointerMove: (event) => {
      press.onPointerMove(event)
      if (event.pointerType !== 'mouse' || (event.buttons & 1) === 0 || !isPressed.current) return
      const cell = cellAt(event.target, firstRow)
      if (cell && !isAt(cell, selection.cursor)) scrollTo(selection.move(cell, true))
    },
    onMouseDown: (event) => {
      const link = event.button === 0 ? linkAt(event.target) : null
      if (!link) return
      // The link would take the focus, and a drag would be one of its address instead of a selection.
      event.preventDefault()
      link.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    },
    onClick: (event) => {
      // A click that selects several cells does not open a link.
      if (event.shiftKey || wasLong() || corner.current) event.preventDefault()
      // For a mouse, `onPointerDown` has selected the cell.
      if (!isByMouse(event) && !wasLong()) tap(event)
    },
    onDoubleClick: (event) => {
      if (isByMouse(event) && cellAt(event.target, firstRow)) onOpen()
    },
    onContextMenu: (event) => {
      if (wasLong()) event.preventDefault()
    },
  }
}

function isByMouse({ nativeEvent }: MouseEvent): boolean {
  return !(nativeEvent instanceof globalThis.PointerEvent) || nativeEvent.pointerType === 'mouse'
}

function linkAt(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('a') : null
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
