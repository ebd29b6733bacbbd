/**
 * The catalogue without the tables and columns that a caller may not read. Rows, orders, searches,
 * metadata and hints are all made from it, so that none of them can show a hidden column.
 */
import type { TableSchema } from '../dialect/schema'
import type { CatalogueCache } from './catalogue-cache'
import { authenticationFailed } from './errors'
import type { Permission } from './permission'

export function restrictedCatalogue(
  catalogue: CatalogueCache,
  permission: Permission,
): CatalogueCache {
  const restricted = new WeakMap<TableSchema, TableSchema>()
  const whole = new WeakMap<TableSchema, TableSchema>()
  const restrict = (table: TableSchema): TableSchema => {
    const columns = table.columns.filter(({ name }) => permission.mayReadColumn(table.name, name))
    if (columns.length === table.columns.length) return table
    // An order by a hidden column would show how its values compare.
    return {
      ...table,
      columns,
      tieBreakAfterSort: undefined,
      uniqueKey: undefined,
      ...table.keysOf(columns),
    }
  }
  return {
    listTables: async () =>
      (await catalogue.listTables()).filter((name) => permission.mayReadTable(name)),
    describeTable: async (name) => {
      const table = await catalogue.describeTable(name)
      if (!table) return undefined
      const known = restricted.get(table) ?? restrict(table)
      restricted.set(table, known)
      whole.set(known, table)
      if (permission.mayReadTable(table.name) && known.columns.length > 0) return known
      if (permission.refusedTables === 'hide') return undefined
      throw authenticationFailed('permissions', 'the table may not be read by this caller')
    },
    forget: (name, table) => catalogue.forget(name, whole.get(table) ?? table),
  }
}
