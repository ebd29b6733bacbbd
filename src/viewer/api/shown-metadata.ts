/** The metadata of the columns beside the rows, which can be newer, or arrive without it. */
import { useEffect, useMemo } from 'react'
import type { ColumnMetadata } from '../../client'
import { isSameList } from '../view/same-list'
import type { View } from '../view/view'
import { useColumns, type RowsOfView } from './queries'

export interface ShownMetadata {
  /** Of all columns of the table; empty while unknown. */
  readonly columns: readonly ColumnMetadata[]
  readonly error: Error | null
}

const NO_COLUMNS: readonly ColumnMetadata[] = []

export function useShownMetadata(view: View, { result, isCurrent }: RowsOfView): ShownMetadata {
  const { data, error, refetch } = useColumns(view.table)
  const isOfAll = view.columns.length === 0
  const names = isOfAll && isCurrent ? result?.columns : undefined
  useEffect(() => {
    // Somebody has renamed, added or dropped a column. Both are compared again only when one of them has changed,
    // so that a server that describes a table in two ways gets no endless requests.
    if (data && names && !isSameList(namesOf(data), names)) void refetch()
  }, [data, names, refetch])
  const columns = useMemo(() => {
    if (data) return data
    // Without metadata, the rows still have names. Their types are unknown.
    if (!error || !result || !isOfAll) return NO_COLUMNS
    return result.columns.map((name) => ({ name, type: '' }))
  }, [data, error, result, isOfAll])
  return { columns, error }
}

function namesOf(columns: readonly ColumnMetadata[]): readonly string[] {
  return columns.map(({ name }) => name)
}
