/** Proves by transaction snapshots that nothing was committed between two statements. */
import type { ChangeDetection } from '../../src/dialect/dialect'
import type { Session } from './session'

/** Used only as an expression: in `from`, the server would store its result as a table. */
const SNAPSHOT = 'pg_catalog.txid_current_snapshot()'

/**
 * Two snapshots with the same text see the same transactions, and so the same rows of a table, if the
 * plan is as new as the snapshot (tracking.ts). The other parts identify the server and the user.
 * During recovery, the text does not contain the running transactions, so it is complete only if
 * there are none: then xmin and xmax are equal. Postgres 12 lacks the new name of the function,
 * `pg_current_snapshot`.
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
const SNAPSHOT_TOKEN = `(
  select case when not pg_catalog.pg_is_in_recovery()
      or pg_catalog.txid_snapshot_xmin(${SNAPSHOT}) = pg_catalog.txid_snapshot_xmax(${SNAPSHOT})
    then pg_catalog.concat_ws(' ', ${SNAPSHOT}, pg_catalog.pg_postmaster_start_time(),
      pg_catalog.inet_server_addr(), pg_catalog.inet_server_port(), current_user,
      pg_catalog.current_setting('lc_monetary'))
    else '' end)`

export interface SessionChangeDetection extends ChangeDetection {
  /** Must be called with each new session. */
  watch(session: Session): void
  /** Must be called for a session behind a pooler, which stays open after a crash of the server. */
  disable(): void
}

/**
 * After a crash, the server may reuse the numbers of lost transactions, and it empties unlogged tables
 * without a transaction; its start time stays the same. A crash ends every session, so `counter` changes
 * when a session is opened on a host while no other is open there.
 */
export function changeDetection(): SessionChangeDetection {
  const open = new Map<string, Set<Session>>()
  let generation = 0
  let isEnabled = true
  return {
    snapshotToken: SNAPSHOT_TOKEN,
    counter: () => (isEnabled ? String(generation) : undefined),
    disable: () => {
      isEnabled = false
    },
    watch: (session) => {
      const host = `${session.host}:${session.port}`
      const sessions = open.get(host) ?? new Set<Session>()
      open.set(host, sessions)
      if (sessions.size === 0) generation++
      sessions.add(session)
      session.once('end', () => sessions.delete(session))
    },
  }
}
