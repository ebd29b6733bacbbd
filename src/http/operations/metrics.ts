/** Numbers for Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import cluster from 'node:cluster'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import type { PoolState } from '../../dialect/sessions/bounded-pool'
import type { AnsweredRequest } from '../answered-request'
import { askPrimary, answerWorkers } from './worker-channel'

export interface Metrics {
  record(request: AnsweredRequest): void
  /** Of all workers together. */
  text(): Promise<string>
  readonly contentType: string
}

/** Seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const QUESTION = 'tablequery metrics'

export function createMetrics(poolState: () => PoolState): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'tablequery_requests_total',
    help: 'Requests that were answered, or whose clients have left (499).',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'tablequery_request_duration_seconds',
    help: 'Time until a client had its answer.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const databaseDuration = new Histogram({
    name: 'tablequery_database_duration_seconds',
    help: 'Time of a request that was spent waiting for the database, its pool included.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const rows = new Counter({
    name: 'tablequery_rows_total',
    help: 'Rows that were answered.',
    registers,
  })
  new Gauge({
    name: 'tablequery_pool_connections',
    help: 'Connections to the database that are used or free, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, free, waiting } = poolState()
      this.set({ state: 'used' }, used)
      this.set({ state: 'free' }, free)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registers)
    // Answers the primary process from now on.
    new AggregatorRegistry()
  }
  return {
    record: ({ method, route, status, rows: answered = 0, databaseMs, ms }) => {
      requests.inc({ method, route, status })
      duration.observe({ route }, ms / 1000)
      if (databaseMs > 0) databaseDuration.observe({ route }, databaseMs / 1000)
      rows.inc(answered)
    },
    text: () => (cluster.isWorker ? askPrimary(QUESTION) : registry.metrics()),
    contentType: registry.contentType,
  }
}

/** To be called in the primary process: gives each worker the numbers of all. */
export function aggregateMetrics(): void {
  const registry = new AggregatorRegistry()
  answerWorkers(QUESTION, () => registry.clusterMetrics())
}
