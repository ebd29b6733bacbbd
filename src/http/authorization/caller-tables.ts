/** Selects the tables of a caller: restricted by permissions and by its database role. */
import { LRUCache } from 'lru-cache'
import type { Permission } from '../../core/permission'
import type { TableService } from '../../core/table-service'
import type { Principal } from '../authentication/principal'
import type { DatabaseCallerOf } from './database-role'
import type { PermissionOf } from './permissions'

export interface CallerOptions {
  /** Permission of a caller; default: everything. */
  readonly permissionOf?: PermissionOf | undefined
  /** Database role of a caller; default: the user of the connection. */
  readonly databaseCallerOf?: DatabaseCallerOf | undefined
}

type TablesOf = (principal: Principal | undefined) => TableService

/** Number of callers with a cached service. */
const MAX_CALLERS = 100

/** @throws TypeError if callers have roles and the database has none */
export function createTablesOf(
  tables: TableService,
  { permissionOf, databaseCallerOf }: CallerOptions,
): TablesOf {
  const tablesOfRole = databaseCallerOf
    ? tablesByRole(tables, databaseCallerOf)
    : (): TableService => tables
  if (!permissionOf) return tablesOfRole
  const restricted = new WeakMap<TableService, WeakMap<Permission, TableService>>()
  return (principal) => {
    const all = tablesOfRole(principal)
    const permission = permissionOf(principal)
    const byPermission = restricted.get(all) ?? new WeakMap<Permission, TableService>()
    restricted.set(all, byPermission)
    const own = byPermission.get(permission) ?? all.withPermission(permission)
    byPermission.set(permission, own)
    return own
  }
}

/** Callers never share results. */
function tablesByRole({ withRole }: TableService, callerOf: DatabaseCallerOf): TablesOf {
  if (!withRole) throw new TypeError('databaseCallerOf: this database has no roles for callers')
  const services = new LRUCache<string, TableService>({ max: MAX_CALLERS })
  return (principal) => {
    const caller = callerOf(principal)
    const key = JSON.stringify([caller.role, caller.claims])
    const cached = services.get(key)
    if (cached) return cached
    const own = withRole(caller)
    services.set(key, own)
    return own
  }
}
