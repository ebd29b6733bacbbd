/** Whether a node takes part in its cluster: Galera, or group replication of MySQL. */
import { errorCode } from '../../src/error-code'
import { isTrue } from './server-number'
import { rowsOf, type Session } from './session'

/** @returns why the node must not be used; `undefined` if it may be, or is in no cluster */
export async function clusterProblem(session: Session): Promise<string | undefined> {
  return (await galeraProblem(session)) ?? (await groupProblem(session))
}

const NO_MAJORITY = 'the node has lost the majority of its cluster'

/** https://galeracluster.com/library/documentation/galera-status-variables.html */
const GALERA = `show global status where variable_name in
  ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state_comment')`

async function galeraProblem(session: Session): Promise<string | undefined> {
  const rows = await rowsOf(session, GALERA)
  const textOf = (value: unknown): string => String(value).toLowerCase()
  const status = new Map(rows.map((row) => [textOf(row['Variable_name']), textOf(row['Value'])]))
  const cluster = status.get('wsrep_cluster_status')
  const local = status.get('wsrep_local_state_comment') ?? ''
  // A server with the library of Galera but without a cluster reports `disconnected`.
  if (cluster === undefined || (cluster === 'disconnected' && local === '')) return undefined
  if (cluster !== 'primary') return NO_MAJORITY
  const isSynced = local === 'synced' && status.get('wsrep_ready') === 'on'
  return isSynced ? undefined : `the node is not synced: ${local}`
}

/** https://dev.mysql.com/doc/refman/en/group-replication-replication-group-members.html */
const MEMBERS = `select member_state as state, member_id = @@server_uuid as isOwn
  from performance_schema.replication_group_members where member_state <> 'OFFLINE'`

/** MariaDB has no such table and variable; a user of MySQL may lack the privilege. */
const NOT_KNOWN: ReadonlySet<string> = new Set([
  'ER_NO_SUCH_TABLE',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_UNKNOWN_SYSTEM_VARIABLE',
])

async function groupProblem(session: Session): Promise<string | undefined> {
  const members = await rowsOf(session, MEMBERS).catch((error: unknown) => {
    if (NOT_KNOWN.has(errorCode(error))) return []
    throw error
  })
  const own = members.find(({ isOwn }) => isTrue(isOwn))
  if (!own) return undefined
  if (own['state'] !== 'ONLINE') return `the node is ${String(own['state']).toLowerCase()}`
  const reachable = members.filter(({ state }) => state !== 'UNREACHABLE')
  return reachable.length * 2 > members.length ? undefined : NO_MAJORITY
}
