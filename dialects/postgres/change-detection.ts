/** Proves by transaction snapshots that nothing was committed between two statements. */
import { isServerError } from '../../src/dialect/driver-error'
import type { ChangeDetection } from '../../src/dialect/dialect'
import type { Session } from './session'

/** Used only as an expression: in `from`, the server would store its result as a table. */
const SNAPSHOT = 'pg_catalog.txid_current_snapshot()'

/** Expressions that identify the server together: a proxy can lead the connections to one address to several. */
const SERVER = `
  pg_catalog.pg_postmaster_start_time(), pg_catalog.inet_server_addr(), pg_catalog.inet_server_port()`

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
    then pg_catalog.concat_ws(' ', ${SNAPSHOT}, ${SERVER}, current_user,
      pg_catalog.current_setting('lc_monetary'))
    else '' end)`

export interface SessionChangeDetection extends ChangeDetection {
  /** Must be called with each new session, before it runs another statement. */
  watch(session: Session): Promise<void>
  /** Must be called for a session behind a pooler, which stays open after a crash of the server. */
  disable(): void
}

/** @returns an empty text for a server without these functions, whose data is not tracked */
async function serverOf(session: Session): Promise<string> {
  try {
    const sql = `select pg_catalog.concat_ws(' ', ${SERVER}) as server`
    const { rows } = await session.query<{ server: string }>(sql)
    return rows[0]?.server ?? ''
  } catch (error) {
    if (!isServerError(error)) throw error
    return ''
  }
}

/**
 * After a crash, the server may reuse the numbers of lost transactions, and it empties unlogged tables
 * without a transaction; its start time stays the same. A crash ends every session, so `counter` changes
 * when a session is opened on a server while no other is open there.
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
    watch: async (session) => {
      let end = (): void => undefined
      session.once('end', () => {
        end()
      })
      const server = await serverOf(session)
      const sessions = open.get(server) ?? new Set<Session>()
      if (sessions.size === 0) generation++
      open.set(server, sessions.add(session))
      end = () => {
        sessions.delete(session)
        if (sessions.size === 0) open.delete(server)
      }
    },
  }
}
