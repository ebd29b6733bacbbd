/** Chooses the unique key that tells a table's rows apart, the same one on every engine. */
import type { ColumnSchema, OrderKey } from './schema'

/** One row of a catalogue's answer; the columns of a key stand in the key's order. */
export interface UniqueKeyColumn {
  readonly key: string
  readonly isPrimary: boolean
  /** `null` for an expression. */
  readonly column: string | null
}

/**
 * The primary key, else the unique key of NOT NULL columns that is shortest and, of equals, leftmost
 * in the table: names of keys differ between engines. `undefined` if there is none, or if the caller
 * may not see all its columns.
 */
export function uniqueRowKey(
  columns: readonly ColumnSchema[],
  catalogue: readonly UniqueKeyColumn[],
): OrderKey[] | undefined {
  const keys = new Map<string, { isPrimary: boolean; positions: number[] }>()
  for (const { key, isPrimary, column } of catalogue) {
    const { positions } = keys.get(key) ?? { positions: [] }
    const position = columns.findIndex(({ name }) => name === column)
    keys.set(key, { isPrimary, positions: [...positions, position] })
  }
  const usable = [...keys.values()].filter(({ isPrimary, positions }) =>
    positions.every((position) => {
      const column = columns[position]
      return column && (isPrimary || !column.order.isNullable)
    }),
  )
  const [best] = usable.sort(
    (a, b) =>
      Number(b.isPrimary) - Number(a.isPrimary) || byLengthThenPlace(a.positions, b.positions),
  )
  return best?.positions.flatMap((position) => columns[position]?.order ?? [])
}

function byLengthThenPlace(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length
  const index = a.findIndex((position, i) => position !== b[i])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
