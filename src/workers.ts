/** Several processes that serve one address: each does a part of the work, and none takes another along. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { countForWorkers } from './http/rate-limits/settings'
import type { Settings } from './settings'

export interface RunningWorkers {
  readonly baseUrl: string
  /** Every worker answers what it has been asked, then ends. */
  stop(): Promise<void>
}

/** A worker could not start; it has said why. */
export class WorkerStartError extends Error {}

/** Milliseconds before a worker takes the place of one that ended, so that a failing one cannot spin. */
const RESTART_DELAY = 1000

/** Starts this same program as workers, the first before the others, which could but fail alike. */
export async function startWorkers(settings: Settings, log: Logger): Promise<RunningWorkers> {
  await countForWorkers(settings)
  if (settings.metrics) (await import('./http/operations/metrics.js')).aggregateMetrics()
  let isStopping = false
  const restarts = new Set<NodeJS.Timeout>()
  const baseUrl = await startWorker()
  await Promise.all(Array.from({ length: settings.workers - 1 }, startWorker))
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) return
    log.error({ worker: worker.process.pid, code, signal }, 'worker ended, another takes its place')
    const restart = setTimeout(() => {
      restarts.delete(restart)
      cluster.fork()
    }, RESTART_DELAY)
    restarts.add(restart)
  })
  return {
    baseUrl,
    stop: async () => {
      isStopping = true
      for (const restart of restarts) clearTimeout(restart)
      await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
    },
  }
}

function startWorker(): Promise<string> {
  const worker = cluster.fork()
  return new Promise((resolve, reject) => {
    worker.on('message', ({ baseUrl }: { baseUrl?: string }) => {
      if (baseUrl !== undefined) resolve(baseUrl)
    })
    worker.once('exit', () => {
      reject(new WorkerStartError('a worker could not start'))
    })
  })
}

function stopWorker(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.isDead()) return Promise.resolve()
  return new Promise((resolve) => {
    worker.once('exit', () => {
      resolve()
    })
    worker.process.kill('SIGTERM')
  })
}

/** Tells the primary process that this worker serves. */
export function reportReady(baseUrl: string): void {
  process.send?.({ baseUrl })
}
