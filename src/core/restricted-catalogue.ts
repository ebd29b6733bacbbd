/**
 * The catalogue as one caller may know it. What is left out of a table's columns is out of reach of
 * everything that is made from them: rows, orders, searches, metadata and hints.
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
    // An order by what is hidden would show how rows compare in it.
    return { ...table, columns, tieBreak: undefined, identity: undefined, ...table.keysOf(columns) }
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
      if (!permission.isOutspoken) return undefined
      throw authenticationFailed('permissions', 'the table may not be read by this caller')
    },
    forget: (name, table) => catalogue.forget(name, whole.get(table) ?? table),
  }
}
