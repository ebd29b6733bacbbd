/** Whether a server is a primary or a replica, how far a replica is behind, and whether a node is in its cluster. */
import type { RowDataPacket } from 'mysql2'
import type { ServerState } from '../../src/dialect/sessions/host-state'
import { errorNumber, type Session } from './session'

/**
 * ER_SPECIFIC_ACCESS_DENIED_ERROR, ER_ACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR: the user may not
 * see it. ER_PARSE_ERROR: the server has no such statement.
 */
const NOT_KNOWN: ReadonlySet<unknown> = new Set([1227, 1045, 1142, 1064])

/** A node of a Galera cluster: https://galeracluster.com/library/documentation/galera-status-variables.html */
const GALERA = `show global status where variable_name in
  ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state_comment')`

/** Statements of MySQL 8.4, and of MySQL 8.0 and MariaDB. Both need the privilege REPLICATION CLIENT. */
const REPLICA_STATUS = ['show replica status', 'show slave status']

export async function readState(session: Session): Promise<ServerState> {
  const [variables] = await rowsOf(session, 'select @@global.read_only as isReadOnly')
  const isReadOnly = Number(variables?.['isReadOnly']) === 1
  return {
    role: isReadOnly ? 'standby' : 'primary',
    // Many replicas can be written to, because that is the default.
    lag: await replicaLag(session),
    problem: problemOf(await rowsOf(session, GALERA)),
  }
}

function problemOf(rows: readonly RowDataPacket[]): string | undefined {
  const status = new Map(
    rows.map((row) => [
      String(row['Variable_name']).toLowerCase(),
      String(row['Value']).toLowerCase(),
    ]),
  )
  const cluster = status.get('wsrep_cluster_status')
  const local = status.get('wsrep_local_state_comment') ?? ''
  // Without a cluster, `disconnected` is what a server says that has the library only.
  if (cluster === undefined || (cluster === 'disconnected' && local === '')) return undefined
  if (cluster !== 'primary') return 'the node has lost the majority of its cluster'
  const isSynced = local === 'synced' && status.get('wsrep_ready') === 'on'
  return isSynced ? undefined : `the node is not synced: ${local}`
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
      if (!NOT_KNOWN.has(errorNumber(error))) throw error
    }
  }
  return undefined
}

async function rowsOf(session: Session, statement: string): Promise<RowDataPacket[]> {
  const [rows] = await session.promise().query<RowDataPacket[]>(statement)
  return rows
}
