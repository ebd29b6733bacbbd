/** Finds names in permissions that no table or column has, because a misspelt name in `deny` denies nothing. */
import { textOfPattern, type Grant } from '../../core/permission'
import type { TableService } from '../../core/table-service'
import type { Permissions } from './permissions'

/**
 * Names with `*` may be for later tables, so they are not checked.
 * @param services the tables of the connection's user and of the database roles
 * @param hidden names of further tables
 * @returns for example `deny products.prise`
 */
export async function unmatchedNames(
  { everyone, roles, callers }: Permissions,
  services: readonly TableService[],
  hidden: readonly string[] = [],
): Promise<string[]> {
  const columnsOf = new Map<string, Set<string>>()
  for (const service of services) {
    for (const name of await service.listTables()) columnsOf.set(name, new Set())
  }
  const unmatched = new Set<string>()
  const check = async (effect: 'allow' | 'deny', { table, columns }: Grant): Promise<void> => {
    const name = exactName(table)
    if (name === undefined || hidden.includes(name)) return
    const known = columnsOf.get(name)
    if (!known) {
      unmatched.add(`${effect} ${name}`)
      return
    }
    const names = columns.map(exactName).filter((column) => column !== undefined)
    if (names.length === 0) return
    if (known.size === 0) await addColumns(services, name, known)
    for (const column of names) {
      if (known.size > 0 && !known.has(column)) unmatched.add(`${effect} ${name}.${column}`)
    }
  }
  for (const { allow, deny } of [...everyone, ...roles.values(), ...callers.values()]) {
    for (const grant of allow) await check('allow', grant)
    for (const grant of deny) await check('deny', grant)
  }
  return [...unmatched]
}

function exactName(pattern: RegExp): string | undefined {
  const text = textOfPattern(pattern)
  return text?.includes('*') === true ? undefined : text
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
