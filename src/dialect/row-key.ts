/** Chooses the unique key that tells a table's rows apart, the same one on every engine. */
import type { ColumnSchema, OrderKey, TableKeys, TableSchema } from './schema'

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

type OrderOfAll = (columns: readonly ColumnSchema[]) => readonly OrderKey[]

/**
 * The keys of a table, where nothing but its columns tells rows apart. A primary key orders them for
 * everybody; another key only for callers who may read all of it.
 */
export function tableKeys(
  columns: readonly ColumnSchema[],
  catalogue: readonly UniqueKeyColumn[],
  orderOfAll: OrderOfAll,
): TableKeys & Pick<TableSchema, 'keysOf'> {
  const keysOf = (visible: readonly ColumnSchema[]): TableKeys => {
    const key = keyFor(visible, columns, catalogue)
    return key ? { tieBreak: key, uniqueKey: key } : { tieBreak: orderOfAll(visible) }
  }
  return { ...keysOf(columns), keysOf }
}

/** The unique key for a caller who may read some of the columns. */
export function keyFor(
  visible: readonly ColumnSchema[],
  columns: readonly ColumnSchema[],
  catalogue: readonly UniqueKeyColumn[],
): OrderKey[] | undefined {
  const primary = catalogue.filter(({ isPrimary }) => isPrimary)
  return uniqueRowKey(columns, primary) ?? uniqueRowKey(visible, catalogue)
}

function byLengthThenPlace(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length
  const index = a.findIndex((position, i) => position !== b[i])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
