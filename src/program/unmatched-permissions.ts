import type { Database } from '../database/database'
import { databaseCallerBy } from '../http/authorization/database-role'
import { unmatchedNames } from '../http/authorization/unmatched-names'
import type { Settings } from './settings'

/** The settings on which the matching names depend. */
export type PermissionSettings = Partial<Pick<Settings, 'permissions' | 'jwtDatabaseRoleClaim'>>

/**
 * Names in permissions that match no table or column; none if only requests show the database roles of callers.
 * @param roles the database roles that the settings name
 * @throws ApiError DATABASE_ERROR
 */
export async function unmatchedPermissions(
  database: Pick<Database, 'tables' | 'describeUser'>,
  roles: readonly string[],
  { permissions, jwtDatabaseRoleClaim }: PermissionSettings,
): Promise<string[]> {
  if (!permissions || jwtDatabaseRoleClaim !== undefined) return []
  const { tables } = database
  const ofRoles = roles.map((role) => tables.withRole?.(databaseCallerBy(role)(undefined)))
  const { hiddenTables } = (await database.describeUser()) ?? {}
  const services = [tables, ...ofRoles.filter((service) => service !== undefined)]
  return unmatchedNames(permissions, services, hiddenTables)
}
