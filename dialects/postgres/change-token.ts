/** Proves by transaction snapshots that nothing was committed between two statements. */
import type { ChangeToken } from '../../src/dialect/dialect'
import type { Session } from './session'

/**
 * Two snapshots with the same text see the same transactions, so the same rows of a table whose plan is
 * as new as its snapshot (tracking.ts); the rest tells the server and the user. During recovery the text leaves out which transactions are running, so there
 * it says everything only when none is, which is when its two ends meet. The newer name of the
 * function, `pg_current_snapshot`, came with Postgres 13.
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
const IN_SNAPSHOT = `(
  select case when not pg_catalog.pg_is_in_recovery()
      or pg_catalog.txid_snapshot_xmin(snapshot) = pg_catalog.txid_snapshot_xmax(snapshot)
    then pg_catalog.concat_ws(' ', snapshot, pg_catalog.pg_postmaster_start_time(),
      pg_catalog.inet_server_addr(), pg_catalog.inet_server_port(), current_user)
    else '' end
  from pg_catalog.txid_current_snapshot() as snapshot)`

export interface SessionsWatch extends ChangeToken {
  /** To be told of each new session. */
  watch(session: Session): void
  /** To be told of a session behind a pooler: it outlives a crash of the server, and proves nothing. */
  distrust(): void
}

/**
 * A server that recovers from a crash may give the numbers of transactions that were lost to new
 * ones, and empties unlogged tables, without a transaction and without a new start time. A crash
 * ends every session. So the part around the snapshot changes when a session is the only one.
 */
export function changeToken(): SessionsWatch {
  const open = new Set<Session>()
  let generation = 0
  let isTrusted = true
  return {
    inSnapshot: IN_SNAPSHOT,
    around: () => (isTrusted ? String(generation) : undefined),
    distrust: () => {
      isTrusted = false
    },
    watch: (session) => {
      if (open.size === 0) generation++
      open.add(session)
      session.once('end', () => open.delete(session))
    },
  }
}
