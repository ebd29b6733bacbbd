/** A database made ready to be served: connected, checked, and with its dialect chosen. */
import type { Knex } from 'knex'
import { ApiError } from './core/errors'
import { createTableService, type TableService } from './core/table-service'
import { ConnectionStringError, type ConnectionOptions, type Dialect } from './dialect/dialect'
import { dialectFor } from './dialect/load-dialect'

export interface Database {
  readonly dialect: Dialect
  readonly tables: TableService
  /** Waits for what is running and closes every connection. */
  close(): Promise<void>
}

/** The database cannot be used; the message is one line for the operator, without secrets. */
export class DatabaseUnavailableError extends Error {}

/**
 * Connects to an existing database, read-only, and checks that it answers.
 * @param connection a `postgres://`, `mysql://`, `mariadb://` or `sqlite:` URL, or a SQLite file
 * @throws DatabaseUnavailableError
 */
export async function openDatabase(
  connection: string,
  options: Partial<ConnectionOptions> = {},
): Promise<Database> {
  const { dialect, db } = connect(connection, { poolSize: 10, connectTimeout: 10_000, ...options })
  const tables = createTableService(db, dialect)
  try {
    await tables.listTables()
  } catch (error) {
    await db.destroy()
    const cause = error instanceof ApiError ? error.cause : error
    throw new DatabaseUnavailableError(dialect.explainFailure(cause, connection), { cause })
  }
  return { dialect, tables, close: () => db.destroy() }
}

function connect(connection: string, options: ConnectionOptions): { dialect: Dialect; db: Knex } {
  try {
    const dialect = dialectFor(connection)
    return { dialect, db: dialect.connect(connection, options) }
  } catch (cause) {
    if (cause instanceof ConnectionStringError) {
      throw new DatabaseUnavailableError(cause.message, { cause })
    }
    throw cause
  }
}
