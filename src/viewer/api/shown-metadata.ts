/** The metadata of the columns. The rows can be newer, and can arrive although the metadata failed. */
import { useEffect, useMemo, useRef } from 'react'
import { InvalidQueryError, type ColumnMetadata } from '../../client'
import { shownColumns } from '../view/column-choice'
import { isSameList } from '../view/same-list'
import type { View } from '../view/view'
import { useColumns } from './queries'
import type { RowsOfView } from './rows'

interface ShownMetadata {
  /** Of all columns of the table; empty while unknown. */
  readonly columns: readonly ColumnMetadata[]
  readonly error: Error | null
}

const NO_COLUMNS: readonly ColumnMetadata[] = []

export function useShownMetadata(view: View, rows: RowsOfView): ShownMetadata {
  const { result, isCurrent } = rows
  const { data, dataUpdatedAt, error, refetch } = useColumns(view.table)
  const latest = useRef({ rows, dataUpdatedAt })
  useEffect(() => {
    latest.current = { rows, dataUpdatedAt }
  })
  const isChosen = view.columns.length > 0
  const names = isCurrent ? result?.columns : undefined
  useEffect(() => {
    // Compares rows and metadata, which differ after a change of the table, only after one of them has changed: a
    // server where they always differ must not get endless requests.
    if (isChosen || !data || !names) return
    if (isSameList(shownColumns(view, namesOf(data)), shownColumns(view, names))) return
    // The older of the two is read again: rows of another page can come from the cache.
    const { rows: now, dataUpdatedAt: describedAt } = latest.current
    if (now.readAt < describedAt) now.load()
    else void refetch()
  }, [view, isChosen, data, names, refetch])
  const refusal = rows.error instanceof InvalidQueryError ? rows.error : undefined
  useEffect(() => {
    // The server may refuse the name of a column that is no longer there.
    if (refusal && data && view.hidden.length > 0) void refetch()
  }, [refusal, data, view.hidden, refetch])
  const columns = useMemo(() => {
    if (data) return data
    // Without metadata, the rows still have names. Their types are unknown.
    if (!error || !result || isChosen) return NO_COLUMNS
    return result.columns.map((name) => ({ name, type: '' }))
  }, [data, error, result, isChosen])
  return { columns, error }
}

function namesOf(columns: readonly ColumnMetadata[]): readonly string[] {
  return columns.map(({ name }) => name)
}
