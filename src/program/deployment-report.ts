/** The report of `--check`: the server, its hosts, the tables and the privileges of the user. */
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../core/errors'
import { DatabaseUnavailableError, type Database } from '../database/database'
import { inWords } from '../dialect/server-facts'
import type { HostReport } from '../dialect/sessions/host-state'
import { visible } from '../log/control-characters'
import { tablesOfRole } from './role-tables'
import { unmatchedPermissions, type PermissionSettings } from './unmatched-permissions'

/** Maximum milliseconds to wait for the first check of every host; that of a silent host takes two seconds. */
const HOSTS_TIMEOUT = 4000

/**
 * @param roles the database roles of callers
 * @param settings the rules whose names are compared with the tables
 * @throws DatabaseUnavailableError
 */
export async function deploymentReport(
  database: Database,
  roles: readonly string[],
  settings: PermissionSettings = {},
): Promise<string> {
  try {
    return await reportOf(database, roles, settings)
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    // If it fails again, its error has the reason.
    await database.check()
    throw new DatabaseUnavailableError('the database failed during the check; check again', {
      cause,
    })
  }
}

async function reportOf(
  database: Database,
  roles: readonly string[],
  settings: PermissionSettings,
): Promise<string> {
  const facts = await database.check()
  const { tls, file, warnings = [] } = facts
  const names = await database.tables.listTables()
  const failing = await database.unreadableTables()
  const {
    extraPrivileges = [],
    hiddenTables = [],
    unfilledViews = [],
  } = (await database.describeUser()) ?? {}
  const hosts = await hostReports(database)
  const ofRoles: string[] = []
  const read = new Set<string>()
  for (const role of roles) {
    const readByRole = await tablesOfRole(database, role)
    for (const name of readByRole) read.add(name)
    ofRoles.push(`Tables that the role ${role} can read: ${readByRole.length}`)
  }
  const unmatched = await unmatchedPermissions(database, roles, settings)
  const hidden = hiddenTables.filter((name) => !read.has(name))
  return [
    `Server: ${inWords(facts)}`,
    ...(file === undefined ? [`Encryption: ${tls ?? 'none'}`] : []),
    ...(hosts.length > 1 ? ['Hosts:', ...hosts.map((host) => `  ${hostInWords(host)}`)] : []),
    `Tables that can be read: ${names.length - failing.length}`,
    ...ofRoles,
    ...namesInWords('Tables that cannot be read', failing),
    ...namesInWords('Tables hidden because the user lacks SELECT', hidden),
    ...namesInWords('Materialized views hidden because they have no data', unfilledViews),
    ...namesInWords('Privileges that the user does not need', extraPrivileges),
    ...namesInWords('Names in permissions that match no table or column', unmatched),
    ...warnings.map((warning) => `Warning: ${warning}`),
    '',
  ]
    .map(visible)
    .join('\n')
}

/** Waits until there is a state of every host, or a reason why there is none. */
async function hostReports(database: Database): Promise<HostReport[]> {
  const end = performance.now() + HOSTS_TIMEOUT
  for (;;) {
    const reports = database.hosts()
    const isComplete = reports.every(({ role, reason }) => role ?? reason)
    if (reports.length === 1 || isComplete || performance.now() > end) return reports
    await delay(20)
  }
}

function hostInWords({ host, role, lag, isUsable, reason }: HostReport): string {
  const isKnown = lag !== undefined && Number.isFinite(lag) && role === 'standby'
  const behind = isKnown ? `, ${Math.round(lag)} ms behind` : ''
  const state = isUsable ? 'can be used' : `cannot be used: ${reason}`
  return role === undefined ? `${host}: ${state}` : `${host}: ${role}${behind}, ${state}`
}

/** Longer lists are cut. */
const MAX_NAMES = 20

function namesInWords(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return [`${what}: ${names.slice(0, MAX_NAMES).join(', ')}${more}`]
}
