/** Reads the counters of InnoDB that move with every change of its data. */
import { isTrue, type ServerNumber } from './server-number'
import { readObjects, type Session } from './session'

/**
 * Position in the log of MariaDB and Percona Server. Every change of a table moves it at once. MySQL's
 * `Innodb_redo_log_current_lsn` lags behind.
 */
const LOG_POSITION = 'innodb_lsn_current'

/**
 * Whether MySQL writes a log, since 8.0.21. The counters of servers without this variable are not
 * reliable: `Innodb_log_write_requests` of MySQL 5.7 omits some writes.
 */
const LOG_STATE = 'innodb_redo_log_enabled'

/** Number of mini-transactions that have written to MySQL's log. */
const LOG_WRITES = 'innodb_log_write_requests'

/**
 * Bytes that are written to the files of the log. After it has moved the other counters, a commit of MySQL
 * may wait for room in the log buffer. When it has room, this counter has just moved.
 */
const WRITTEN_LOG = 'innodb_os_log_written'

/**
 * Counters that a server may have. The numbers of rows move too while MySQL writes no log; those of
 * system tables move with each change of a table's definition.
 */
const COUNTERS = [
  LOG_POSITION,
  LOG_WRITES,
  WRITTEN_LOG,
  'innodb_rows_inserted',
  'innodb_rows_updated',
  'innodb_rows_deleted',
  'innodb_system_rows_inserted',
  'innodb_system_rows_updated',
  'innodb_system_rows_deleted',
]

/** The state of a node of Galera. One that is separated from the others does not have their changes. */
const NODE_STATE = ['wsrep_cluster_status', 'wsrep_ready']

const UPTIME = 'uptime'

const READ = [...COUNTERS, ...NODE_STATE, LOG_STATE, UPTIME]

/**
 * Each server executes only its own comment. With `innodb_read_only`, another server may change the data; in a
 * statement with an aggregate, MariaDB 10.11 returns 0 for the variable itself.
 * One row, prepared, takes half the time of a row for each counter.
 */
const STATEMENT = `
  select connection_id() as thread, unix_timestamp() as now, @@innodb_read_only + 0 as isReadOnly,
    concat_ws(' ', @@hostname, @@port, @@server_id, @@datadir) as server,
    group_concat(lower(variable_name), '=', variable_value) as counters
  from /*!50704 performance_schema */ /*M! information_schema */ .global_status
  where variable_name in (${READ.map((name) => `'${name}'`).join()})`

interface StatusRow {
  readonly thread: ServerNumber
  readonly now: ServerNumber
  readonly isReadOnly: ServerNumber
  readonly server: string
  readonly counters: string | null
}

interface StatusReading {
  /** Identifies the server since its start. */
  readonly server: string
  /** Id of the server's thread that has run the statement. */
  readonly thread: bigint
  /** `undefined` if a change of the data may leave them as they are. */
  readonly counters: string | undefined
}

/** @throws an error of the driver; that of a server without the table of counters, too */
export async function readStatus(session: Session): Promise<StatusReading> {
  const [row] = (await readObjects(session, { sql: STATEMENT, bindings: [] })) as StatusRow[]
  if (!row) throw new Error('the server has no status')
  const pairs = row.counters?.split(',').map((pair) => pair.split('=') as [string, string])
  const values = new Map(pairs)
  // The time of the statement, from which the server computes the uptime too, so this is exact.
  const start = Number(row.now) - Number(values.get(UPTIME))
  return {
    server: `${row.server} ${start}`,
    thread: BigInt(row.thread),
    counters: isReliable(row, values)
      ? [...COUNTERS, ...NODE_STATE].map((name) => values.get(name) ?? '').join(' ')
      : undefined,
  }
}

function isReliable({ isReadOnly }: StatusRow, values: ReadonlyMap<string, string>): boolean {
  if (isTrue(isReadOnly)) return false
  const logState = values.get(LOG_STATE)
  if (logState === undefined) return values.has(LOG_POSITION)
  return logState === 'ON' && values.has(LOG_WRITES) && values.has(WRITTEN_LOG)
}
