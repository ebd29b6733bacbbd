/** Closes sessions whose settings a statement has changed. */
import { readObjects, rowsOf, type Session } from './session'
import { withRetries, type RetryPool } from './statement-retry'

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
  'lock_wait_timeout',
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
 */
export async function withSameSettings<Result>(
  session: Session,
  pool: RetryPool,
  work: () => Promise<Result>,
): Promise<Result> {
  const { statement, values } = watched.get(session) ?? (await watch(session, pool))
  try {
    return await work()
  } finally {
    const isSame = await valuesOf(session, pool, statement).then(
      (current) => current === values,
      () => false,
    )
    // The pool does not use a closed session again.
    if (!isSame) session.stream.destroy()
  }
}

async function watch(session: Session, pool: RetryPool): Promise<WatchedSettings> {
  const names = WATCHED.map((name) => `'${name}'`)
  const existing = await rowsOf(
    session,
    `show session variables where variable_name in (${names.join()})`,
  )
  const variables = existing.map(({ Variable_name: name }) => `@@session.${String(name)}`)
  const statement = `select concat_ws(' ', ${variables.join()}) as current`
  const settings = { statement, values: await valuesOf(session, pool, statement) }
  watched.set(session, settings)
  return settings
}

async function valuesOf(session: Session, pool: RetryPool, sql: string): Promise<string> {
  const rows = await withRetries(session, pool, () => readObjects(session, { sql, bindings: [] }))
  const [row] = rows as Current[]
  return String(row?.current)
}
