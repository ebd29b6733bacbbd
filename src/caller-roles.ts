/** The database roles of callers that the settings name. Roles of tokens are only known from requests. */
import { ApiError } from './core/errors'
import { DatabaseUnavailableError, type Database } from './database'
import { RoleRefusedError } from './dialect/dialect'
import type { AuthenticationSettings } from './http/authentication/authentication-settings'
import type { AuthorizationSettings } from './http/authorization/authorization-settings'

export function callerRoles({
  databaseRole,
  tokens = [],
  apiKeys = [],
}: Pick<AuthenticationSettings, 'tokens' | 'apiKeys'> &
  Pick<AuthorizationSettings, 'databaseRole'>): string[] {
  const roles = [databaseRole, ...[...tokens, ...apiKeys].map((secret) => secret.databaseRole)]
  return [...new Set(roles.filter((role) => role !== undefined))]
}

/**
 * Lists the tables as the role sees them.
 * @throws DatabaseUnavailableError if the database refuses the role, or is not available
 */
export async function tablesOfRole(
  { tables: { withRole } }: Pick<Database, 'tables'>,
  role: string,
): Promise<readonly string[]> {
  try {
    return (await withRole?.({ role, claims: JSON.stringify({ role }) }).listTables()) ?? []
  } catch (error) {
    const cause = error instanceof ApiError ? error.cause : error
    const reason =
      cause instanceof RoleRefusedError
        ? 'there is no such role, or the user of the connection may not set it'
        : 'its tables cannot be listed'
    throw new DatabaseUnavailableError(`the database role "${role}": ${reason}`, { cause })
  }
}
