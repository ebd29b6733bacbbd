import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import { connectTimeoutOf } from '../../src/dialect/connection-url/connect-timeout'
import type { Connection, ConnectionOptions } from '../../src/dialect/dialect'
import type { Cell } from '../../src/dialect/schema'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import { createSessionPool } from '../../src/dialect/sessions/traced-session-pool'
import type { CompiledStatement } from '../../src/dialect/statement'
import { throwTableChange } from '../../src/dialect/table-changed'
import { changeDetection } from './change-detection'
import { withSameSettings } from './changed-settings'
import { connectionTarget } from './connection-string'
import { explainFailure } from './explain-failure'
import { describeServer } from './server-facts'
import { readCells, readObjects, renewGrants, type Session } from './session'
import { sessionDriver } from './session-driver'
import { settingsFor } from './session-settings'
import { inSnapshot } from './snapshot'
import { withRetries } from './statement-retry'
import { describeUser } from './user-facts'

/**
 * Error codes of a statement whose table has changed since the catalogue was read.
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
 */
const TABLE_CHANGES: ReadonlySet<string> = new Set([
  'ER_BAD_FIELD_ERROR',
  // A text column has another character set.
  'ER_COLLATION_CHARSET_MISMATCH',
  'ER_COLUMNACCESS_DENIED_ERROR',
  // MariaDB's code for an unknown column in `order by`.
  'ER_ILLEGAL_REFERENCE',
  'ER_NEED_REPREPARE',
  'ER_NO_SUCH_TABLE',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_TABLE_DEF_CHANGED',
  'ER_UNKNOWN_TABLE',
  'ER_VIEW_INVALID',
])

const explainTableChange = (error: unknown): never => throwTableChange(error, TABLE_CHANGES)

export function connect(connection: string, options: ConnectionOptions): Connection {
  const { maxBytes, now } = options
  const target = connectionTarget(connection)
  const sessions = createSessionPool(
    sessionDriver(target, settingsFor(target, options)),
    {
      ...options,
      hostChoice: target,
      explain: (error, host) => explainFailure(error, connection, host),
      connectTimeout: connectTimeoutOf(target, options),
    },
    {
      system: connection.startsWith('mariadb:') ? 'mariadb' : 'mysql',
      namespace: target.database,
    },
  )
  const builder = knex({ client: 'mysql2' })
  const changes = changeDetection(now)
  const pool = {
    database: target.database,
    endIdle: () => {
      sessions.endIdle()
    },
  }
  const readOn = async (
    session: Session,
    statement: CompiledStatement,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<Cell[][]> => {
    const read = (): Promise<Cell[][]> =>
      withRetries(session, pool, () => {
        deadline.restart()
        return readCells(session, statement, maxBytes)
      })
    const rows = statement.mayChangeSession
      ? await withSameSettings(session, pool, read)
      : await read()
    if (statement.isTracked) {
      deadline.restart()
      await changes.update(session, signal)
    }
    return rows
  }
  return {
    builder,
    sessions,
    catalogue: createCatalogue(builder, (statement) =>
      sessions.use(
        async (session, deadline) => {
          // The catalogue says what the user may read.
          await renewGrants(session, target.database)
          return withRetries(session, pool, () => {
            deadline.restart()
            return readObjects(session, statement)
          })
        },
        { statement: statement.sql, isCatalogue: true },
      ),
    ),
    readRows: (statement, signal) =>
      sessions
        .use((session, deadline) => readOn(session, statement, deadline, signal), {
          signal,
          statement: statement.sql,
        })
        .catch(explainTableChange),
    withSession: (work, { sql, signal, ...waiting }) =>
      sessions.lend(
        (session, deadline) =>
          work({
            readRows: (statement) => {
              deadline.restart()
              const read = (): Promise<Cell[][]> => readOn(session, statement, deadline, signal)
              return sessions
                .withStatementSpan(session, statement.sql, read)
                .catch(explainTableChange)
            },
            inSnapshot: (_lock, reads) => inSnapshot(session, reads),
          }),
        { ...waiting, signal, statement: sql },
      ),
    changes: {
      counter: () => changes.counter(),
      refresh: (signal) => sessions.use((session) => changes.update(session, signal), { signal }),
    },
    describeServer: () => sessions.use(describeServer),
    describeUser: () => sessions.use(describeUser),
    close: () => sessions.close(),
  }
}
