/** The settings of statements, whatever the server, the database, the role or other programs have set. */

/**
 * The SQL of the value of each setting. `null` resets a setting to the value that it had when the session of the
 * server started.
 */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * Settings of every statement, independent of those of the server, the database and the role, mostly for one
 * printed form of each value. https://www.postgresql.org/docs/current/runtime-config-client.html
 * @param statementTimeout milliseconds
 */
export const settingsFor = (statementTimeout: number): SessionSettings => ({
  timezone: "'UTC'",
  datestyle: "'ISO, YMD'",
  intervalstyle: "'postgres'",
  bytea_output: "'hex'",
  extra_float_digits: "'1'",
  xmlbinary: "'base64'",
  // Names of types and tables are printed values too.
  quote_all_identifiers: "'off'",
  // Bookmarks contain printed arrays, in which `NULL` must not mean a text.
  array_nulls: "'on'",
  // Otherwise a search with a GIN index may find only some of the rows.
  // https://www.postgresql.org/docs/current/gin.html#GIN-TIPS
  gin_fuzzy_search_limit: "'0'",
  // A server with LLVM compiles the statement that describes a table to machine code, each time, because it
  // expects high costs: with 20 columns and fresh statistics that takes 0.1 s, with 200 columns 1.5 s. A
  // search of a million rows takes a tenth longer without it, other reads as long.
  // https://www.postgresql.org/docs/current/jit-decision.html
  jit: "'off'",
  statement_timeout: `'${statementTimeout}'`,
})

/**
 * Settings of sessions that no other program uses. On others, each transaction begins with its own
 * (statement-transaction.ts).
 */
const DEFAULTS_OF_TRANSACTIONS: SessionSettings = {
  default_transaction_read_only: "'on'",
  default_transaction_isolation: "'read committed'",
}

/** The pool ends idle sessions itself. Older servers do not have the setting. */
const KEEP_IDLE = `select pg_catalog.set_config('idle_session_timeout', '0', false)
  where pg_catalog.current_setting('server_version_num')::int >= 140000`

/** SQL that sets up a session that no other program uses. */
export function setUpOf(settings: SessionSettings): string {
  // For the transaction of this SQL itself: the defaults apply only to later ones.
  const transaction = { transaction_isolation: "'read committed'" }
  const all = Object.entries({ ...transaction, ...DEFAULTS_OF_TRANSACTIONS, ...settings })
  return [...all.map(([name, setting]) => `set ${name} = ${setting}`), KEEP_IDLE].join(';')
}

/**
 * Resets what other programs may have set on a shared session, as far as it would change responses. The
 * expressions contain no operators, because another search path may find other operators.
 */
export const RESET_SETTINGS: SessionSettings = {
  role: 'null',
  // Without a place in the path, temporary tables come first and hide others of the same name.
  // https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-SEARCH-PATH
  search_path: `pg_catalog.ltrim(
    pg_catalog.concat(pg_catalog.set_config('search_path', null, true), ', pg_temp'), ', ')`,
  client_encoding: "'UTF8'",
  standard_conforming_strings: "'on'",
  ...Object.fromEntries(
    [
      'row_security',
      'lock_timeout',
      'xmloption',
      'transform_null_equals',
      'default_text_search_config',
      'lc_monetary',
      'lc_numeric',
      'lc_time',
    ].map((name) => [name, 'null']),
  ),
}
