/** The settings of sessions, and how they stay the same. */
import type { ConnectionOptions } from '../../src/dialect/dialect'
import type { ConnectionTarget } from './connection-string'
import { readObjects, rowsOf, type Session } from './session'

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
export const settingsFor = (
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

/** Variables that change the result of a view, or let a session write. Each server has only some of them. */
const WATCHED = [
  'autocommit',
  'block_encryption_mode',
  'character_set_client',
  'character_set_connection',
  'character_set_results',
  'collation_connection',
  'cte_max_recursion_depth',
  'default_regex_flags',
  'default_week_format',
  'div_precision_increment',
  'group_concat_max_len',
  'lc_time_names',
  'max_execution_time',
  'max_recursive_iterations',
  'max_sort_length',
  'max_statement_time',
  'query_cache_type',
  'sql_auto_is_null',
  'sql_big_selects',
  'sql_mode',
  'sql_select_limit',
  'system_versioning_asof',
  'time_zone',
  'transaction_isolation',
  'transaction_read_only',
  'tx_isolation',
  'tx_read_only',
  'wsrep_sync_wait',
]

type Prepared = <Result>(session: Session, read: () => Promise<Result>) => Promise<Result>

interface Current {
  readonly current: string
}

interface WatchedSettings {
  /** Statement that reads their values. */
  readonly statement: string
  /** Before the first statement that could change them. */
  readonly values: string
}

const watched = new WeakMap<Session, WatchedSettings>()

/**
 * Runs a statement that may change settings, by functions that a view calls, and then closes the session if it has.
 * The values are compared, because to make all settings again takes longer than most reads of a view.
 * @param prepared runs a function that prepares a statement, for which there may be no room
 */
export async function withSameSettings<Result>(
  session: Session,
  prepared: Prepared,
  work: () => Promise<Result>,
): Promise<Result> {
  const { statement, values } = watched.get(session) ?? (await watch(session, prepared))
  try {
    return await work()
  } finally {
    const isSame = await valuesOf(session, prepared, statement).then(
      (current) => current === values,
      () => false,
    )
    // The pool does not use a closed session again.
    if (!isSame) session.stream.destroy()
  }
}

async function watch(session: Session, prepared: Prepared): Promise<WatchedSettings> {
  const names = WATCHED.map((name) => `'${name}'`)
  const existing = await rowsOf(
    session,
    `show session variables where variable_name in (${names.join()})`,
  )
  const variables = existing.map(({ Variable_name: name }) => `@@session.${String(name)}`)
  const statement = `select concat_ws(' ', ${variables.join()}) as current`
  const settings = { statement, values: await valuesOf(session, prepared, statement) }
  watched.set(session, settings)
  return settings
}

async function valuesOf(session: Session, prepared: Prepared, sql: string): Promise<string> {
  const rows = await prepared(session, () => readObjects(session, { sql, bindings: [] }))
  const [row] = rows as Current[]
  return String(row?.current)
}
