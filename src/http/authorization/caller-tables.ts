/** The tables as one caller may read them: by the rules of this program, and by those of the database. */
import { LRUCache } from 'lru-cache'
import type { Permission } from '../../core/permission'
import type { TableService } from '../../core/table-service'
import type { Principal } from '../authentication/principal'
import type { DatabaseCallerOf } from './database-caller'
import type { PermissionOf } from './permissions'

export interface CallerRules {
  /** What a caller may read; default: everything. */
  readonly permissionOf?: PermissionOf | undefined
  /** Whom a caller is to the database; default: the user of the connection. */
  readonly databaseCallerOf?: DatabaseCallerOf | undefined
}

export type TablesOf = (principal: Principal | undefined) => TableService

/** Callers of the database whose tables are remembered, for what is known of the catalogue for a moment. */
const MOST_CALLERS = 100

/** @throws TypeError when callers are to have roles that the database cannot give them */
export function tablesByCaller(
  tables: TableService,
  { permissionOf, databaseCallerOf }: CallerRules,
): TablesOf {
  const inDatabase = databaseCallerOf
    ? tablesByRole(tables, databaseCallerOf)
    : (): TableService => tables
  if (!permissionOf) return inDatabase
  const restricted = new WeakMap<TableService, WeakMap<Permission, TableService>>()
  return (principal) => {
    const all = inDatabase(principal)
    const permission = permissionOf(principal)
    const known = restricted.get(all) ?? new WeakMap<Permission, TableService>()
    restricted.set(all, known)
    const view = known.get(permission) ?? all.for(permission)
    known.set(permission, view)
    return view
  }
}

/** Nothing that one caller is told ever comes from what was read for another. */
function tablesByRole({ as }: TableService, callerOf: DatabaseCallerOf): TablesOf {
  if (!as) throw new TypeError('this database has no roles that callers could have')
  const remembered = new LRUCache<string, TableService>({ max: MOST_CALLERS })
  return (principal) => {
    const caller = callerOf(principal)
    const key = JSON.stringify([caller.role, caller.claims])
    const own = remembered.get(key) ?? as(caller)
    remembered.set(key, own)
    return own
  }
}
