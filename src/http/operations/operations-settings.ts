/** Settings for operators: logs, metrics, the admin port, start and shutdown. */
import { isLoopback } from '../../host-name'
import type { ServerSettings } from '../server-settings'
import { setting, type SettingValues } from '../../settings/setting-definition'
import { BOOLEAN, HOST, oneOf, PORT, wholeNumber } from '../../settings/setting-type'

export const OPERATIONS_SETTINGS = {
  logLevel: setting(oneOf('debug', 'info', 'warn', 'error', 'silent'), {
    description: 'Lowest level that is logged; requests have the level info',
    default: 'info',
  }),
  logFormat: setting(oneOf('text', 'json'), {
    description: 'Format of the log: text for people, or JSON lines',
    unset: 'text if standard error is a terminal, otherwise json',
  }),
  metrics: setting(BOOLEAN, { description: 'Serve /metrics for Prometheus', default: false }),
  adminPort: setting(PORT, {
    description: 'Separate port for /healthz, /readyz and /metrics',
    unset: "the API's port",
  }),
  adminHost: setting(HOST, { description: 'Address of the admin port', default: '127.0.0.1' }),
  drainTimeout: setting(wholeNumber({ from: 0, to: 600_000, unit: 'milliseconds' }), {
    description: 'Maximum time for running requests to complete at shutdown',
    default: 20_000,
  }),
  waitForDatabase: setting(BOOLEAN, {
    description: 'Start even if the database is unavailable, and retry until it is available',
    default: false,
  }),
}

export type OperationsSettings = SettingValues<typeof OPERATIONS_SETTINGS>

/** Describes ports that cannot be used together; `undefined` if they can. */
export function portConflict({
  host,
  port,
  adminHost,
  adminPort,
}: Pick<ServerSettings, 'host' | 'port'> & Pick<OperationsSettings, 'adminHost' | 'adminPort'>):
  | string
  | undefined {
  // Each of two ports 0 becomes a free one.
  if (port !== adminPort || port === 0 || !overlap(host, adminHost)) return undefined
  return `adminPort must be another port than port, which is ${port}`
}

/** Whether two sockets cannot listen on one port of these hosts. */
function overlap(host: string, other: string): boolean {
  const hosts = [host, other]
  const isLocal = hosts.includes('localhost') && hosts.every(isLoopback)
  // A socket of all IPv6 addresses accepts connections to all IPv4 addresses, too.
  const isWithinAll =
    hosts.includes('::') ||
    (hosts.includes('0.0.0.0') && hosts.every((each) => !each.includes(':')))
  return host === other || isLocal || isWithinAll
}
