/** Chooses the unique key that distinguishes the rows of a table, the same on every engine. */
import type { ColumnSchema, OrderKey, TableKeys, TableSchema } from './schema'

/** A column of a unique key in the catalogue; the columns of a key are in its order. */
export interface UniqueKeyColumn {
  readonly key: string
  readonly isPrimary: boolean
  /** `null` for an expression. */
  readonly column: string | null
}

/**
 * The primary key, else the shortest unique key of NOT NULL columns; of several, the leftmost in the
 * table, because names of keys differ between engines. `undefined` if there is none, or if the caller
 * may not read all of its columns.
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
 * The keys of a table without hidden row identifiers. A primary key orders the rows for every caller;
 * another unique key only for callers that may read all of its columns.
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

/** The unique key for a caller that may read the `visible` columns. */
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
