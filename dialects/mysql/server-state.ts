/** Whether a server is a primary or a replica, and how far a replica is behind. */
import type { ServerState } from '../../src/dialect/sessions/host-state'
import { errorCode } from '../../src/error-code'
import { clusterProblem } from './cluster-state'
import { isTrue } from './server-number'
import { rowsOf, type Session } from './session'

/** The user may not see it, or the server has no such statement. */
const NOT_KNOWN: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_PARSE_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
])

/**
 * The first statement is for MariaDB, which has named connections to several primaries, and for MySQL from 8.0.22,
 * the second one for older versions. Each server executes only its own comment. They need the privilege REPLICATION
 * CLIENT. https://mariadb.com/kb/en/show-replica-status/
 */
const REPLICA_STATUS = ['show /*M! all slaves */ /*!50704 replica */ status', 'show slave status']

/**
 * The variable is 0 or 1; since MariaDB 12.0.1 it is OFF, or one of several words for a read-only server.
 * https://jira.mariadb.org/browse/MDEV-36425
 */
const READ_ONLY = "select cast(@@global.read_only as char) not in ('0', 'OFF') as isReadOnly"

export async function readState(session: Session): Promise<ServerState> {
  const [variables] = await rowsOf(session, READ_ONLY)
  return {
    role: isTrue(variables?.['isReadOnly']) ? 'standby' : 'primary',
    // Many replicas can be written to, because that is the default.
    lag: await replicaLag(session),
    problem: await clusterProblem(session),
  }
}

/**
 * Milliseconds; infinite if the replication has stopped.
 * @returns `undefined` if the server is no replica, or the user may not see it
 */
async function replicaLag(session: Session): Promise<number | undefined> {
  for (const statement of REPLICA_STATUS) {
    try {
      const rows = await rowsOf(session, statement)
      const seconds = rows.map(
        (row): unknown => row['Seconds_Behind_Source'] ?? row['Seconds_Behind_Master'],
      )
      if (seconds.length === 0) return undefined
      return 1000 * Math.max(...seconds.map((value) => (value == null ? Infinity : Number(value))))
    } catch (error) {
      if (!NOT_KNOWN.has(errorCode(error))) throw error
    }
  }
  return undefined
}
