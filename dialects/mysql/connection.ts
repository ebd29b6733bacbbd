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
import { connectionTarget, type ConnectionTarget } from './connection-string'
import { renewGrants, withCurrentGrants } from './current-grants'
import { explainFailure } from './explain-failure'
import { describeServer } from './server-facts'
import { retryPreparation, withRoomToPrepare } from './prepared-statements'
import { readCells, readObjects, withSortMemory, type Session } from './session'
import { sessionDriver } from './session-driver'
import { inSnapshot } from './snapshot'
import { describeUser } from './user-facts'

/**
 * The character set and the collation that the driver asks for when it connects; `init_connect` and
 * `skip_character_set_client_handshake` of the server replace them. The collation is that of JSON as text.
 * https://dev.mysql.com/doc/refman/en/charset-connection.html
 */
const CHARACTER_SET = 'set names utf8mb4 collate utf8mb4_general_ci'

/**
 * Settings of every session, independent of the server's own: no writes; autocommit, because an open
 * transaction would freeze the snapshot of the data; times in UTC; no modes that change values or cut
 * results; stored dates that do not exist, such as February 31, are valid as values too. Statements
 * may examine any number of rows (`max_join_size`), because they have limits of their own. Each value is
 * explicit, because an administrator can change what `default` means. On MariaDB:
 *
 * - `query_cache_type = off`: after a commit, the cache returns old results until the log is on the disk.
 * - `default_regex_flags = ''`: flags change the meaning of a regular expression.
 * - `system_versioning_asof = default` selects the current rows, whatever the server's own value is.
 */
const settingsFor = (
  { wsrepSyncWait }: ConnectionTarget,
  { statementTimeout, idleTimeout }: Pick<ConnectionOptions, 'statementTimeout' | 'idleTimeout'>,
): readonly string[] => [
  CHARACTER_SET,
  'set session transaction isolation level repeatable read, read only',
  "set autocommit = 1, time_zone = '+00:00', sql_mode = 'ALLOW_INVALID_DATES', sql_auto_is_null = 0",
  'set sql_select_limit = 18446744073709551615, max_sort_length = 1024, sql_big_selects = 1',
  // The server must not close an idle connection before the pool does: the next statement would fail.
  `set wait_timeout = cast(greatest(@@wait_timeout, ${waitTimeout(idleTimeout)}) as unsigned)`,
  // MariaDB prints the conditions of checks by it.
  'set sql_quote_show_create = 1',
  // Views can use `group_concat` and `json_arrayagg`. A value of 1 MiB is the default of MariaDB.
  'set group_concat_max_len = cast(greatest(@@group_concat_max_len, 1048576) as unsigned)',
  // Each server executes only its own comment: MariaDB ignores comments for MySQL 5.7 to 5.9.
  // https://mariadb.com/kb/en/comment-syntax/
  `set @tablequery = 0 /*!50704 , max_execution_time = ${statementTimeout} */
    /*M! , max_statement_time = ${statementTimeout / 1000}, query_cache_type = off,
      default_regex_flags = '', system_versioning_asof = default */`,
  ...(wsrepSyncWait === undefined ? [] : [`set wsrep_sync_wait = ${wsrepSyncWait}`]),
]

/** The largest value on every system: https://dev.mysql.com/doc/refman/en/server-system-variables.html */
const MAX_WAIT_TIMEOUT = 2_147_483

/** @returns seconds, a minute more than the pool keeps an idle session */
function waitTimeout(idleTimeout: number): number {
  return idleTimeout === 0 ? MAX_WAIT_TIMEOUT : Math.ceil(idleTimeout / 1000) + 60
}

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
  const prepared = <Result>(session: Session, read: () => Promise<Result>): Promise<Result> =>
    withRoomToPrepare(session, read, () => {
      sessions.endIdle()
    })
  const readOn = async (
    session: Session,
    statement: CompiledStatement,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<Cell[][]> => {
    const read = (): Promise<Cell[][]> => {
      deadline.restart()
      return readCells(session, statement, maxBytes)
    }
    const rows = await withCurrentGrants(session, target.database, () =>
      prepared(session, () => retryPreparation(() => withSortMemory(session, read))),
    )
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
          const read = (): Promise<unknown[]> => {
            deadline.restart()
            return readObjects(session, statement)
          }
          return prepared(session, () => withSortMemory(session, read))
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
