import { ApiError } from '../core/errors'
import { DatabaseUnavailableError, type Database } from '../database/database'
import { RoleRefusedError } from '../dialect/dialect'
import { databaseCallerBy } from '../http/authorization/database-role'

/**
 * Lists the tables that a database role may read.
 * @throws DatabaseUnavailableError if the database fails, or refuses the role, as it would in each request of its
 *   callers
 */
export async function tablesOfRole(
  { tables }: Pick<Database, 'tables'>,
  role: string,
): Promise<readonly string[]> {
  const ofRole = tables.withRole?.(databaseCallerBy(role)(undefined))
  try {
    return (await ofRole?.listTables()) ?? []
  } catch (error) {
    const cause = error instanceof ApiError ? error.cause : error
    const reason =
      cause instanceof RoleRefusedError
        ? 'there is no such role, or the user of the connection may not set it'
        : 'its tables cannot be listed'
    throw new DatabaseUnavailableError(`the database role "${role}": ${reason}`, { cause })
  }
}
