/** The settings of sessions. */
import type { ConnectionOptions } from '../../src/dialect/dialect'
import type { ConnectionTarget } from './connection-string'

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
 * explicit, because an administrator can change what `default` means. `lock_wait_timeout`, in whole seconds,
 * limits the wait for a table that is being altered: the server prepares a statement without a time limit.
 * https://dev.mysql.com/doc/refman/en/metadata-locking.html On MariaDB:
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
  // ProxySQL forwards a statement with its comments only if it sets a variable of the user.
  `set @tablequery = 0, lock_wait_timeout = ${lockWaitTimeout(statementTimeout)} /*!50704 , max_execution_time = ${statementTimeout} */
    /*M! , max_statement_time = ${statementTimeout / 1000}, query_cache_type = off,
      default_regex_flags = '', system_versioning_asof = default */`,
  ...(wsrepSyncWait === undefined ? [] : [`set wsrep_sync_wait = ${wsrepSyncWait}`]),
]

/**
 * Longer than the limit of a statement, which is to expire first: MariaDB returns no columns of a table for which the
 * catalogue has waited too long.
 * @returns seconds
 */
function lockWaitTimeout(statementTimeout: number): number {
  return Math.floor(statementTimeout / 1000) + 1
}

/** The largest value on every system: https://dev.mysql.com/doc/refman/en/server-system-variables.html */
const MAX_WAIT_TIMEOUT = 2_147_483

/** @returns seconds, a minute more than the pool keeps an idle session */
function waitTimeout(idleTimeout: number): number {
  return idleTimeout === 0 ? MAX_WAIT_TIMEOUT : Math.ceil(idleTimeout / 1000) + 60
}
