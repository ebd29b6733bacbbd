/** Whether a server is a primary or a standby, and how far a standby is behind. */
import type { ServerState } from '../../src/dialect/sessions/host-state'
import { errorCode } from '../../src/error-code'
import { readObjects } from './rows-query'
import type { Session } from './session'
import { readCommitted } from './statement-transaction'

/**
 * A standby that has replayed all that it has received, and still receives, is not behind. The time of
 * the last transaction is no measure for it, because the primary may be idle. Every user may see that
 * `pg_stat_wal_receiver` has a row, though not its columns.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-INFO
 * https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-WAL-RECEIVER-VIEW
 */
const STATE = `
  select is_standby,
    case when is_standby then pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_last_wal_replay_lsn(), '0/0')
      else pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), '0/0') end as position,
    case
      when not is_standby then 0
      when pg_catalog.pg_last_wal_receive_lsn() = pg_catalog.pg_last_wal_replay_lsn()
        and exists (select from pg_catalog.pg_stat_wal_receiver) then 0
      else 1000 * extract(epoch from
        pg_catalog.clock_timestamp() - pg_catalog.pg_last_xact_replay_timestamp())
    end as lag
  from (select pg_catalog.pg_is_in_recovery() as is_standby) as s`

interface Row {
  readonly is_standby: boolean
  /** Numbers as the server prints them; NULL if unknown. */
  readonly position: string | null
  readonly lag: string | number | null
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_function, feature_not_supported */
const UNKNOWN: ReadonlySet<string> = new Set(['42883', '0A000'])

export async function readState(session: Session): Promise<ServerState> {
  try {
    const statement = { sql: STATE, bindings: [] }
    const [row] = (await readObjects(session, statement, readCommitted)) as Row[]
    if (!row) return { role: 'primary' }
    return {
      role: row.is_standby ? 'standby' : 'primary',
      lag: numberOf(row.lag),
      position: numberOf(row.position),
    }
  } catch (error) {
    // Engines that only speak the protocol of Postgres keep no such log.
    if (UNKNOWN.has(errorCode(error))) return { role: 'primary' }
    throw error
  }
}

function numberOf(value: string | number | null): number | undefined {
  return value === null ? undefined : Number(value)
}
