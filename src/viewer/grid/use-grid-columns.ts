/** The visible columns with their forms and widths: fitted to the values, or set by the user. */
import { useMemo, useState } from 'react'
import type { ColumnMetadata, Row } from '../../client'
import { useDisplay } from '../display/display'
import { shownColumns } from '../view/column-choice'
import type { View } from '../view/view'
import { useColumnWidths, type ColumnWidths } from './column-widths'
import { gridColumns, type GridColumn } from './grid-column'

const NO_ROWS: readonly Row[] = []

interface GridColumns extends Pick<ColumnWidths, 'setWidth'> {
  readonly columns: readonly GridColumn[]
}

/**
 * @param all metadata of all columns of the table
 * @param rows the loaded rows
 */
export function useGridColumns(
  view: View,
  all: readonly ColumnMetadata[],
  rows: readonly Row[],
): GridColumns {
  const display = useDisplay()
  const { widths, setWidth } = useColumnWidths(view.table)
  const { columns: chosen, hidden } = view
  const choice = useMemo(() => ({ columns: chosen, hidden }), [chosen, hidden])
  const names = shownColumns(
    choice,
    all.map(({ name }) => name),
  )
  // The rows of the first page with these columns decide the widths, so that other pages do not change them.
  const [sample, setSample] = useState(NO_ROWS)
  const hasAll = ([row]: readonly Row[]): boolean =>
    row !== undefined && names.every((name) => Object.hasOwn(row, name))
  if (!hasAll(sample) && hasAll(rows)) setSample(rows)
  const columns = useMemo(
    () =>
      gridColumns(choice, all, sample, display).map((column) => {
        const width = Object.hasOwn(widths, column.name) ? widths[column.name] : undefined
        return width === undefined ? column : { ...column, width, isSet: true }
      }),
    [choice, all, sample, display, widths],
  )
  return { columns, setWidth }
}
