/** The TanStack Table model of the grid: columns with widths, and the sort order. */
import {
  columnResizingFeature,
  columnSizingFeature,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
  type ReactTable,
  type Row as ModelRow,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Row, SortTerm } from '../../client'
import type { GridColumn } from './grid-column'

const features = tableFeatures({ rowSortingFeature, columnSizingFeature, columnResizingFeature })

export type RowModel = ReactTable<typeof features, Row>
export type GridHeader = Header<typeof features, Row>
export type GridRow = ModelRow<typeof features, Row>

export function useRowModel(
  columns: readonly GridColumn[],
  rows: readonly Row[],
  sort: readonly SortTerm[],
  onSort: (sort: readonly SortTerm[]) => void,
): RowModel {
  const definitions = useMemo(
    () =>
      columns.map(({ name, width }): ColumnDef<typeof features, Row> => ({
        id: name,
        // A function, because TanStack Table splits string keys at dots.
        accessorFn: (row) => row[name],
        size: width,
        minSize: 48,
      })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const sorting = useMemo(
    () => sort.map(({ column, direction }) => ({ id: column, desc: direction === 'desc' })),
    [sort],
  )
  return useTable({
    features,
    columns: definitions,
    data,
    // The server sorts all pages.
    manualSorting: true,
    sortDescFirst: false,
    columnResizeMode: 'onChange',
    state: { sorting },
    onSortingChange: (updater) => {
      const next = functionalUpdate(updater, sorting)
      onSort(next.map(({ id, desc }) => ({ column: id, direction: desc ? 'desc' : 'asc' })))
    },
  })
}
