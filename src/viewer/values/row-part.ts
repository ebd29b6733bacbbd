import type { Row } from '../../client'
import { cellOf } from './cell'

/** The values of some columns of a row, in their order. */
export function rowPart(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = cellOf(row, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
