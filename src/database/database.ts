/** Opens a database: selects its dialect, connects and checks it. */
import { setMaxListeners } from 'node:events'
import { ApiError } from '../core/errors'
import { readAnyRow } from '../core/read-any-row'
import { createReadiness } from '../core/readiness'
import { createTableService, type TableService } from '../core/table-service'
import { DEFAULT_OPTIONS } from './database-defaults'
import { DATABASE_OPTION_TYPES, type DatabaseOptions } from './database-options'
import { CONNECTION_TYPE } from './database-settings'
import {
  ConnectionStringError,
  type Connection,
  type ConnectionOptions,
  type Dialect,
} from '../dialect/dialect'
import { dialectFor } from '../dialect/load-dialect'
import type { ServerFacts } from '../dialect/server-facts'
import type { PoolState } from '../dialect/sessions/pool-state'
import type { HostReport } from '../dialect/sessions/host-state'
import { NoHostError, StatementTimeoutError } from '../dialect/sessions/session-errors'
import type { UserFacts } from '../dialect/user-facts'
import { checkedOptions, required } from '../settings/option-check'
import { StartError } from '../start-error'

/** An open database. */
export interface Database {
  /** The engine. */
  readonly dialect: {
    /** `postgres`, `mysql` (also for MariaDB) or `sqlite`. */
    readonly name: string
  }
  /** The tables, for `createRouter` and `createApp` or to use without HTTP. */
  readonly tables: TableService
  /**
   * Checks that the database is available and usable.
   * @returns what the server is
   * @throws DatabaseUnavailableError
   */
  check(): Promise<ServerFacts>
  /**
   * What the connected user may do; `undefined` if the engine has no users.
   * @throws DatabaseUnavailableError
   */
  describeUser(): Promise<UserFacts | undefined>
  /**
   * Reads a row of every table, without a count.
   * @returns the names of those that cannot be read
   */
  unreadableTables(): Promise<string[]>
  /** Whether a query would succeed now, possibly after waiting for a connection. */
  isReady(): Promise<boolean>
  /** The connections at the moment. */
  pool(): PoolState
  /** What is known of each host of the connection string. */
  hosts(): HostReport[]
  /**
   * Calls the listener whenever a host becomes usable or unusable, or changes its role. Errors of the
   * listener are warnings of the process.
   */
  onHostChange(listener: (report: HostReport) => void): void
  /** Waits for running statements and closes every connection. One that is being opened is given up. */
  close(): Promise<void>
}

const URL_TYPE = required(CONNECTION_TYPE)

/** The database is not available or not usable. */
export class DatabaseUnavailableError extends StartError {}

/**
 * Connects to an existing database, read-only, and checks it.
 * @param url a `postgres://`, `mysql://`, `mariadb://` or `sqlite:` URL, or the path of a SQLite file
 * @throws DatabaseUnavailableError if it cannot be used, with the reason and what to do; TypeError for a
 *   wrong option
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const database = connectDatabase(url, options)
  try {
    await database.check()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Connects without a check: the database may be unavailable at the moment.
 * @throws DatabaseUnavailableError if the URL is not valid; TypeError for a wrong option
 */
export function connectDatabase(url: string, databaseOptions: DatabaseOptions = {}): Database {
  checkedOptions('openDatabase', { url }, { url: URL_TYPE })
  const { schemas, now, plainReads, ...given } = checkedOptions(
    'openDatabase',
    databaseOptions,
    DATABASE_OPTION_TYPES,
  )
  const { maxResponseBytes, maxTotalAge, ...options } = { ...DEFAULT_OPTIONS, ...given }
  // Some drivers deliver binary values as hexadecimal text, which is longer than the base64 of a response.
  const { dialect, connection } = connect(url, {
    ...options,
    maxBytes: 2 * maxResponseBytes,
    ...(now && { now }),
  })
  const closing = new AbortController()
  // Without this, Node.js warns when more than ten reads in the background listen at the same time.
  setMaxListeners(0, closing.signal)
  const tables = createTableService(connection, dialect, {
    schemas,
    maxResponseBytes,
    maxWaiting: options.maxWaiting,
    closing: closing.signal,
    plainReads,
    maxTotalAge,
    now,
  })
  return {
    dialect,
    tables,
    check: async () => {
      try {
        if (schemas) await checkSchemas(connection, dialect, schemas)
        await tables.listTables()
        // With a reading at the start, the counters are usually stable when the first request arrives.
        await connection.changes.refresh?.()
        return await connection.describeServer()
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) throw error
        const cause = error instanceof ApiError ? error.cause : error
        throw new DatabaseUnavailableError(reasonOf(cause, dialect, url), { cause })
      }
    },
    describeUser: async () => {
      try {
        return await connection.describeUser?.()
      } catch (cause) {
        const reason = reasonOf(cause, dialect, url)
        const message = `the privileges of the user cannot be read: ${reason}`
        throw new DatabaseUnavailableError(message, { cause })
      }
    },
    unreadableTables: async () => {
      const failing: string[] = []
      for (const name of await tables.listTables()) {
        const reading = readAnyRow({ connection, tables }, name)
        await reading.catch(() => failing.push(name))
      }
      return failing
    },
    isReady: createReadiness(connection, tables),
    pool: () => connection.sessions.state(),
    hosts: () => connection.sessions.hosts(),
    onHostChange: (listener) => {
      connection.sessions.onHostChange(listener)
    },
    close: async () => {
      closing.abort()
      await connection.close()
    },
  }
}

function reasonOf(error: unknown, dialect: Dialect, url: string): string {
  // Its message has the reason of each host.
  if (error instanceof NoHostError) return error.message
  if (error instanceof StatementTimeoutError)
    return `the check of the database runs longer than statementTimeout (${error.milliseconds} ms)`
  return dialect.explainFailure(error, url)
}

async function checkSchemas(
  { catalogue }: Connection,
  dialect: Dialect,
  schemas: readonly string[],
): Promise<void> {
  if (!dialect.usableSchemas) {
    throw new DatabaseUnavailableError(`schemas cannot be used with a ${dialect.name} database`)
  }
  const usable = await dialect.usableSchemas(catalogue)
  const wrong = schemas.filter((schema) => !usable.includes(schema))
  if (wrong.length === 0) return
  throw new DatabaseUnavailableError(
    `schemas: ${wrong.join(', ')} cannot be used; the user may use ${usable.join(', ')}`,
  )
}

function connect(
  url: string,
  options: ConnectionOptions,
): { dialect: Dialect; connection: Connection } {
  try {
    const dialect = dialectFor(url)
    return { dialect, connection: dialect.connect(url, options) }
  } catch (cause) {
    if (cause instanceof ConnectionStringError) {
      throw new DatabaseUnavailableError(cause.message, { cause })
    }
    throw cause
  }
}
