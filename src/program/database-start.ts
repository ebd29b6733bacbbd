/** Opens the database for the server, and waits until it is available. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, DatabaseUnavailableError, type Database } from '../database/database'
import { DATABASE_OPTION_SETTINGS } from '../database/database-settings'
import type { ServerFacts } from '../dialect/server-facts'
import { tablesOfRole } from './role-tables'
import { valuesOf } from '../settings/setting-definition'
import type { Settings } from './settings'
import { StartError } from '../start-error'
import { unlessAborted } from '../unless-aborted'

/** Milliseconds between two attempts to reach an unavailable database. */
const DATABASE_RETRY = 1000

export function connectWith(settings: Settings & { readonly connection: string }): Database {
  return connectDatabase(settings.connection, valuesOf(DATABASE_OPTION_SETTINGS, settings))
}

/** @throws StartError */
export function requireRoles(database: Database): void {
  if (database.tables.withRole) return
  throw new StartError(
    `databaseRole, jwtDatabaseRoleClaim: a ${database.dialect.name} database has no roles for callers`,
  )
}

/**
 * Checks the database and the roles of callers.
 * @throws DatabaseUnavailableError
 */
export async function checkWithRoles(
  database: Database,
  roles: readonly string[],
): Promise<ServerFacts> {
  const facts = await database.check()
  for (const role of roles) await tablesOfRole(database, role)
  return facts
}

/** Retries until the database is available. Until then, requests fail and `/readyz` is 503. */
export async function untilAvailable(
  check: () => Promise<ServerFacts>,
  log: Logger,
  signal: AbortSignal,
): Promise<ServerFacts> {
  let reason = ''
  for (;;) {
    try {
      return await unlessAborted(signal, check())
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (error.message !== reason) log.warn(`waiting for the database: ${error.message}`)
      reason = error.message
      await unlessAborted(signal, delay(DATABASE_RETRY))
    }
  }
}
