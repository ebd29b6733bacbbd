/** Metrics for Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import cluster from 'node:cluster'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolState } from '../../dialect/sessions/pool-state'
import type { HostReport } from '../../dialect/sessions/host-state'
import type { RequestLogEntry } from '../request-log'
import { answerWith, metricsOfAll } from './worker-metrics'

export interface Metrics {
  record(request: RequestLogEntry): void
  /** The metrics of all workers together, in the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
}

/** Seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The state of the database that the metrics show. */
interface DatabaseState {
  pool(): PoolState
  hosts(): readonly HostReport[]
}

export function createMetrics(database: DatabaseState): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'tablequery_requests_total',
    help: 'Requests by status; 499 if the client disconnected before the response.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'tablequery_request_duration_seconds',
    help: 'Time until the client received the response.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const databaseDuration = new Histogram({
    name: 'tablequery_database_duration_seconds',
    help: 'Time a request waited for the database, including the connection pool.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const rows = new Counter({
    name: 'tablequery_rows_total',
    help: 'Rows in responses.',
    registers,
  })
  new Gauge({
    name: 'tablequery_pool_connections',
    help: 'Used and free connections to the database, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, free, waiting } = database.pool()
      this.set({ state: 'used' }, used)
      this.set({ state: 'free' }, free)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  if (database.hosts().length > 1) addHostMetrics(registers, () => database.hosts())
  if (cluster.isWorker) answerWith(registry)
  return {
    record: ({ method, route, status, rows: rowCount = 0, databaseMs, ms }) => {
      requests.inc({ method, route, status })
      duration.observe({ route }, ms / 1000)
      if (databaseMs > 0) databaseDuration.observe({ route }, databaseMs / 1000)
      rows.inc(rowCount)
    },
    text: () => (cluster.isWorker ? metricsOfAll() : registry.metrics()),
    contentType: registry.contentType,
  }
}

/** Each worker has its own sessions: a host counts as usable only if every worker can use it. */
function addHostMetrics(registers: Registry[], reports: () => readonly HostReport[]): void {
  new Gauge({
    name: 'tablequery_host_usable',
    help: 'Whether statements may run on the host: 1 or 0.',
    labelNames: ['host'],
    aggregator: 'min',
    registers,
    collect() {
      for (const { host, isUsable } of reports()) this.set({ host }, isUsable ? 1 : 0)
    },
  })
  new Gauge({
    name: 'tablequery_host_primary',
    help: 'Whether the host is a primary: 1 or 0; absent while it is down.',
    labelNames: ['host'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      for (const { host, role } of reports()) {
        if (role !== undefined) this.set({ host }, role === 'primary' ? 1 : 0)
      }
    },
  })
  new Gauge({
    name: 'tablequery_host_lag_seconds',
    help: 'Lag of the host behind its primary in seconds; absent if unknown.',
    labelNames: ['host'],
    aggregator: 'max',
    registers,
    collect() {
      this.reset()
      for (const { host, lag } of reports()) {
        if (lag !== undefined) this.set({ host }, lag / 1000)
      }
    },
  })
}
