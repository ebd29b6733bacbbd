import type { KeyboardEvent } from 'react'
import { keyOf } from '../frame/shortcuts'
import { HEADER, targetOf, type GridSize } from './grid-keys'
import type { GridWindow } from './use-grid-window'
import type { Selection } from './use-selection'

interface GridKeysOptions {
  readonly size: GridSize
  readonly selection: Selection
  readonly scrollTo: GridWindow['scrollTo']
  readonly onOpen: () => void
  readonly onMenu: (column: number) => void
  readonly onSort: (column: number, isAdding: boolean) => void
  /** @param step pixels */
  readonly onResize: (column: number, step: number) => void
}

const RESIZE_STEP = 16

/** Handles the keys of the grid. The key `?` shows their list. */
export function useGridKeys(options: GridKeysOptions): (event: KeyboardEvent) => void {
  const { size, selection, scrollTo, onOpen, onMenu, onSort, onResize } = options
  const { cursor } = selection
  const all = { top: 0, bottom: size.rows - 1, left: 0, right: size.columns - 1 }

  const act = (event: KeyboardEvent): boolean => {
    const { shiftKey, altKey } = event
    const key = keyOf(event)
    const isCommand = event.ctrlKey || event.metaKey
    const inRow = { ...all, top: cursor.row, bottom: cursor.row }
    if (altKey && key === 'ArrowDown') onMenu(cursor.column)
    else if (altKey && shiftKey && key === 'ArrowRight') onResize(cursor.column, RESIZE_STEP)
    else if (altKey && shiftKey && key === 'ArrowLeft') onResize(cursor.column, -RESIZE_STEP)
    else if (isCommand && key === 'a') selection.select(all)
    else if (isCommand && key === ' ')
      selection.select({ ...all, left: cursor.column, right: cursor.column })
    else if (shiftKey && key === ' ' && cursor.row !== HEADER) selection.select(inRow)
    else if ((key === 'Enter' || key === ' ') && !isCommand) {
      if (cursor.row === HEADER) onSort(cursor.column, shiftKey)
      else onOpen()
    } else {
      const target = targetOf(event, cursor, size)
      if (!target) return false
      const reached = selection.move(target, shiftKey)
      scrollTo(reached, reached.column !== cursor.column)
    }
    return true
  }
  return (event) => {
    // A link keeps the focus after a click on it.
    if (event.key === 'Enter' && event.target instanceof HTMLAnchorElement) return
    if (act(event)) event.preventDefault()
  }
}
