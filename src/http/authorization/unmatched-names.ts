/** Finds names in permissions that match no table or column: a misspelt name in `deny` denies nothing. */
import { ANY } from '../../core/name-pattern'
import type { Grant } from '../../core/permission'
import type { TableService } from '../../core/table-service'
import type { Permissions } from './permissions'

/**
 * Names with `*` may be for later tables, so they are not checked.
 * @param services the tables of the connection's user and of the database roles
 * @param hiddenTables names of further tables
 * @returns for example `deny products.prise`
 */
export async function unmatchedNames(
  { everyone, roles, callers }: Permissions,
  services: readonly TableService[],
  hiddenTables: readonly string[] = [],
): Promise<string[]> {
  const hidden = new Set(hiddenTables)
  const columnsOf = new Map<string, Set<string>>()
  for (const service of services) {
    for (const name of await service.listTables()) columnsOf.set(name, new Set())
  }
  const unmatched = new Set<string>()
  const check = async (effect: 'allow' | 'deny', { names }: Grant): Promise<void> => {
    const name = names?.table ?? ANY
    if (name.includes(ANY) || hidden.has(name)) return
    const known = columnsOf.get(name)
    if (!known) {
      unmatched.add(`${effect} ${name}`)
      return
    }
    const columns = names?.columns.filter((column) => !column.includes(ANY)) ?? []
    if (columns.length === 0) return
    if (known.size === 0) await addColumns(services, name, known)
    for (const column of columns) {
      if (known.size > 0 && !known.has(column)) unmatched.add(`${effect} ${name}.${column}`)
    }
  }
  for (const { allow, deny } of [...everyone, ...roles.values(), ...callers.values()]) {
    for (const grant of allow) await check('allow', grant)
    for (const grant of deny) await check('deny', grant)
  }
  return [...unmatched]
}

async function addColumns(
  services: readonly TableService[],
  table: string,
  names: Set<string>,
): Promise<void> {
  for (const service of services) {
    try {
      const { columns } = await service.describeTable(table)
      for (const { name } of columns) names.add(name)
    } catch {
      // Another role may read it, or it does not exist any more.
    }
  }
}
