/** The visible rows and columns. The first column and the row numbers are always visible. */
import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { UNIT } from '../display/unit'
import { widened, type GridColumn } from './grid-column'
import type { GridCell } from './grid-keys'

/** Pixels. */
export const HEADER_HEIGHT = 34 * UNIT

/** Columns are added in groups while scrolling, because each change of the columns renders all rows. */
const GROUP = 3

/** Share of the width that a frozen column may take. */
const MAX_FROZEN = 0.4

type GridVirtualizer = Virtualizer<HTMLDivElement, Element>

export interface GridWindow {
  readonly columns: readonly GridColumn[]
  /** Whether the first column stays visible; a wide one does not, because it would cover a narrow screen. */
  readonly isFirstFrozen: boolean
  readonly visibleRows: readonly VirtualItem[]
  readonly visibleColumns: readonly VirtualItem[]
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly rowHeight: number
  /** Pixels of the row numbers. */
  readonly numbersWidth: number
  /** Number of rows that Page Up and Page Down move. */
  readonly rowsPerPage: number
  /** @param isNewColumn whether the cursor comes from another column; the first one then brings its neighbours */
  readonly scrollTo: (cell: GridCell, isNewColumn?: boolean) => void
}

interface GridWindowOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly columns: readonly GridColumn[]
  readonly rows: number
  readonly rowHeight: number
  /** Pixels of the row numbers. */
  readonly numbersWidth: number
}

export function useGridWindow(options: GridWindowOptions): GridWindow {
  const { scroller, rows, rowHeight, numbersWidth } = options
  const [available, setAvailable] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setAvailable(entry?.contentRect.width ?? 0)
    })
    if (scroller.current) observer.observe(scroller.current)
    return () => {
      observer.disconnect()
    }
  }, [scroller])
  const columns = useMemo(
    () => widened(options.columns, available - numbersWidth),
    [options.columns, available, numbersWidth],
  )
  const frozen = numbersWidth + (columns[0]?.width ?? 0)
  const isFirstFrozen = (columns[0]?.width ?? 0) < available * MAX_FROZEN

  const rowVirtualizer: GridVirtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
  })
  const columnVirtualizer: GridVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    paddingStart: numbersWidth,
    scrollPaddingStart: isFirstFrozen ? frozen : numbersWidth,
    overscan: 0,
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const first = Math.floor(startIndex / GROUP) * GROUP
      const last = Math.min(Math.ceil((endIndex + 1) / GROUP) * GROUP, count)
      const found = Array.from({ length: last - first }, (_, index) => first + index)
      return first > 0 ? [0, ...found] : found
    },
  })
  const widths = columns.map(({ width }) => width).join()
  useEffect(() => {
    columnVirtualizer.measure()
  }, [columnVirtualizer, widths, numbersWidth])
  useEffect(() => {
    rowVirtualizer.measure()
  }, [rowVirtualizer, rowHeight])

  const height = scroller.current?.clientHeight ?? 0
  return {
    columns,
    isFirstFrozen,
    visibleRows: rowVirtualizer.getVirtualItems(),
    visibleColumns: columnVirtualizer.getVirtualItems(),
    width: columnVirtualizer.getTotalSize(),
    height: rowVirtualizer.getTotalSize(),
    rowHeight,
    numbersWidth,
    rowsPerPage: Math.max(1, Math.floor((height - HEADER_HEIGHT) / rowHeight) - 1),
    scrollTo: ({ row, column }, isNewColumn = false) => {
      if (row >= 0) rowVirtualizer.scrollToIndex(row)
      if (column > 0 || !isFirstFrozen || isNewColumn) columnVirtualizer.scrollToIndex(column)
    },
  }
}
