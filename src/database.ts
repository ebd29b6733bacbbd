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

export interface DatabaseOptions extends Partial<ConnectionOptions> {
  /** Postgres: schemas to expose; default: those of the connection's search path. */
  readonly schemas?: readonly string[]
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
  { schemas, ...options }: DatabaseOptions = {},
): Promise<Database> {
  const { dialect, db } = connect(connection, { poolSize: 10, connectTimeout: 10_000, ...options })
  const tables = createTableService(db, dialect, schemas)
  try {
    if (schemas) await checkSchemas(db, dialect, schemas)
    await tables.listTables()
  } catch (error) {
    await db.destroy()
    if (error instanceof DatabaseUnavailableError) throw error
    const cause = error instanceof ApiError ? error.cause : error
    throw new DatabaseUnavailableError(dialect.explainFailure(cause, connection), { cause })
  }
  return { dialect, tables, close: () => db.destroy() }
}

async function checkSchemas(db: Knex, dialect: Dialect, schemas: readonly string[]): Promise<void> {
  if (!dialect.usableSchemas) {
    throw new DatabaseUnavailableError(
      `schemas: a ${dialect.name} database has none to choose from`,
    )
  }
  const usable = await dialect.usableSchemas(db)
  const wrong = schemas.filter((schema) => !usable.includes(schema))
  if (wrong.length === 0) return
  throw new DatabaseUnavailableError(
    `schemas: ${wrong.join(', ')} must be among those that the user may use: ${usable.join(', ')}`,
  )
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
