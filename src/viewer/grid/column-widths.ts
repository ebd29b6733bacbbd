/** Widths of columns that the user has set, stored in the browser for each table. */
import { useState } from 'react'
import { apiAddress } from '../api/client'
import { readStored, writeStored } from '../stored'
import { MIN_WIDTH } from './grid-column'

type Widths = Readonly<Record<string, number>>

const MAX_WIDTH = 2000

export interface ColumnWidths {
  /** Pixels by column. */
  readonly widths: Widths
  /** @param width pixels; undefined for the width that fits the values */
  readonly setWidth: (column: string, width: number | undefined) => void
}

export function useColumnWidths(table: string): ColumnWidths {
  const key = `widths ${apiAddress} ${table}`
  const [widths, setWidths] = useState(() => stored(key))
  return {
    widths,
    setWidth: (column, width) => {
      // Another tab may have stored other ones.
      const all = Object.entries({ ...widths, ...stored(key) })
      const others = Object.fromEntries(all.filter(([name]) => name !== column))
      const next =
        width === undefined
          ? others
          : { ...others, [column]: Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH)) }
      setWidths(next)
      writeStored(key, Object.keys(next).length > 0 ? next : undefined)
    },
  }
}

function stored(key: string): Widths {
  const entries = Object.entries(Object(readStored(key)) as object)
  return Object.fromEntries(
    entries.flatMap(([name, width]) => (typeof width === 'number' ? [[name, width]] : [])),
  )
}
