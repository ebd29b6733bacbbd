/** Cluster workers that serve one address; a crash of one does not affect the others. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { countForWorkers } from './http/rate-limits/rate-limit-settings'
import type { Settings } from './settings'
import { StartError } from './start-error'
import { unlessAborted } from './stop-signals'

export interface RunningWorkers {
  readonly baseUrl: string
  /** Every worker answers what it has been asked, then ends. */
  stop(): Promise<void>
}

/** A worker could not start and has printed why. */
export class WorkerStartError extends Error {}

/** Milliseconds before a worker takes the place of one that ended, so that a failing one cannot spin. */
const RESTART_DELAY = 1000

/**
 * Starts this same program as workers, the first before the others, which could but fail alike. All
 * of them start or none: until the last one serves, a worker that ends stops the others.
 * @throws StartError, WorkerStartError, the signal's reason
 */
export async function startWorkers(
  settings: Settings,
  log: Logger,
  signal: AbortSignal,
): Promise<RunningWorkers> {
  await countForWorkers(settings)
  if (settings.metrics) (await import('./http/operations/metrics.js')).aggregateMetrics()
  let phase: 'starting' | 'running' | 'stopping' = 'starting'
  const restarts = new Set<NodeJS.Timeout>()
  const failed = new Promise<never>((_resolve, reject) => {
    cluster.on('exit', (worker, code, killer) => {
      if (phase === 'starting') reject(startFailure(worker, code, killer))
      if (phase !== 'running') return
      const ended = { worker: worker.process.pid, code, signal: killer }
      log.error(ended, 'worker ended, another takes its place')
      const restart = setTimeout(() => {
        restarts.delete(restart)
        cluster.fork()
      }, RESTART_DELAY)
      restarts.add(restart)
    })
  })
  // It is awaited later, when it may have failed already.
  failed.catch(() => undefined)
  const stop = async (): Promise<void> => {
    phase = 'stopping'
    for (const restart of restarts) clearTimeout(restart)
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
  }
  const startAll = async (): Promise<string> => {
    const baseUrl = await startWorker()
    signal.throwIfAborted()
    await Promise.all(Array.from({ length: settings.workers - 1 }, startWorker))
    return baseUrl
  }
  try {
    const baseUrl = await unlessAborted(signal, Promise.race([startAll(), failed]))
    phase = 'running'
    return { baseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A worker that exits by itself has printed why; one that was killed has not. */
function startFailure(worker: Worker, code: number, killer: string | null): Error {
  const by = killer === null ? `with code ${code}` : `by ${killer}`
  return killer === null && code === 1
    ? new WorkerStartError('a worker could not start')
    : new StartError(`worker ${worker.id} ended ${by} while the workers were starting`)
}

/** Settles when the worker serves. */
function startWorker(): Promise<string> {
  const worker = cluster.fork()
  return new Promise((resolve) => {
    worker.on('message', ({ baseUrl }: { baseUrl?: string }) => {
      if (baseUrl !== undefined) resolve(baseUrl)
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
