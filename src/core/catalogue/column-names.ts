/**
 * Finds columns by name in constant time, because a request may name every column of a wide table.
 */
import type { Dialect } from '../../dialect/dialect'
import type { ColumnSchema, TableSchema } from '../../dialect/schema'

type Columns = ReadonlyMap<string, ColumnSchema>

const exact = new WeakMap<TableSchema, Columns>()
const folded = new WeakMap<TableSchema, Columns>()

/** The column with exactly this name, else the first whose name is equal after folding. */
export function columnNamed(
  name: string,
  table: TableSchema,
  { foldColumnName }: Pick<Dialect, 'foldColumnName'>,
): ColumnSchema | undefined {
  const exactMatch = columnsBy(exact, table, (text) => text).get(name)
  return exactMatch ?? columnsBy(folded, table, foldColumnName).get(foldColumnName(name))
}

function columnsBy(
  cache: WeakMap<TableSchema, Columns>,
  table: TableSchema,
  keyOf: (name: string) => string,
): Columns {
  const columns = cache.get(table) ?? firstBy(table.columns, keyOf)
  cache.set(table, columns)
  return columns
}

function firstBy(columns: readonly ColumnSchema[], keyOf: (name: string) => string): Columns {
  const byKey = new Map<string, ColumnSchema>()
  for (const column of columns) {
    const key = keyOf(column.name)
    if (!byKey.has(key)) byKey.set(key, column)
  }
  return byKey
}
