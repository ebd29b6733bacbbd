/** Settings for operators: logs, metrics, the admin port, start and shutdown. */
import { setting, type SettingValues } from '../../setting-definition'
import { BOOLEAN, HOST, oneOf, PORT, wholeNumber } from '../../setting-type'

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
