/**
 * Removes the tables and columns that a caller may not read from the catalogue. Rows, orders,
 * searches, metadata and hints use only this catalogue, so none of them can reveal a hidden column.
 */
import type { Dialect } from '../../dialect/dialect'
import type { TableSchema } from '../../dialect/schema'
import type { CatalogueCache } from './catalogue-cache'
import { authenticationFailed } from '../errors'
import type { Permission } from '../permission'

export function restrictedCatalogue(
  catalogue: CatalogueCache,
  permission: Permission,
  { foldTableName }: Pick<Dialect, 'foldTableName'>,
): CatalogueCache {
  const restricted = new WeakMap<TableSchema, TableSchema>()
  const unrestricted = new WeakMap<TableSchema, TableSchema>()
  const restrict = (table: TableSchema): TableSchema => {
    const columns = table.columns.filter(({ name }) => permission.mayReadColumn(table.name, name))
    if (columns.length === table.columns.length) return table
    // An order by a hidden column would reveal how its values compare. The only exception is the primary key.
    return {
      ...table,
      columns,
      tieBreakAfterSort: undefined,
      uniqueKey: undefined,
      declaredKey: undefined,
      ...table.keysOf(columns),
    }
  }
  const listTables = async (): Promise<string[]> =>
    (await catalogue.listTables()).filter((name) => permission.mayReadTable(name))
  /** Treats a hidden table that cannot be described, such as a broken view, as unknown. */
  const describe = (name: string): Promise<TableSchema | undefined> =>
    catalogue.describeTable(name).catch(async (error: unknown) => {
      const isExact = (await catalogue.listTables()).includes(name)
      const isNamed = (table: string): boolean =>
        isExact ? table === name : foldTableName(table) === foldTableName(name)
      if ((await listTables()).some(isNamed)) throw error
      return undefined
    })
  return {
    listTables,
    describeTable: async (name) => {
      const table = await describe(name)
      if (!table) return undefined
      const visible = restricted.get(table) ?? restrict(table)
      restricted.set(table, visible)
      unrestricted.set(visible, table)
      if (permission.mayReadTable(table.name) && visible.columns.length > 0) return visible
      if (permission.refusedTables === 'hide') return undefined
      throw authenticationFailed('permissions', 'the table may not be read by this caller')
    },
    forget: (name, table) => catalogue.forget(name, unrestricted.get(table) ?? table),
  }
}
