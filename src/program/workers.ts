/** Cluster workers that share one address; a crash of one does not affect the others. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { shareCounterAmongWorkers } from '../http/rate-limits/rate-limit-settings'
import type { Settings } from './settings'
import { StartError } from '../start-error'
import { unlessAborted } from '../unless-aborted'
import { usableFolder } from './working-folder'

interface RunningWorkers {
  readonly baseUrl: string
  /** Every worker completes its running requests, then exits. */
  stop(): Promise<void>
}

/** A worker could not start and has printed or logged why. */
export class WorkerStartError extends Error {}

/** Milliseconds before a worker is restarted, so that one that always fails does not restart in a tight loop. */
const RESTART_DELAY = 1000

/**
 * Starts this program as workers: the first one alone, because an error would occur in all of them,
 * then the others. If a worker exits before all have started, the others are stopped.
 * @throws StartError, WorkerStartError, the signal's reason
 */
export async function startWorkers(
  settings: Settings,
  log: Logger,
  signal: AbortSignal,
): Promise<RunningWorkers> {
  await shareCounterAmongWorkers(settings)
  if (settings.metrics) (await import('../http/operations/worker-metrics.js')).aggregateMetrics()
  let phase: 'starting' | 'running' | 'stopping' = 'starting'
  const restarts = new Set<NodeJS.Timeout>()
  cluster.on('fork', (worker) => {
    // A message to a worker that has just died fails; without a listener, that would end this process.
    worker.on('error', (err) => {
      log.warn({ err, worker: worker.process.pid }, 'a message to a worker failed')
    })
  })
  const failed = new Promise<never>((_resolve, reject) => {
    cluster.on('exit', (worker, code, killer) => {
      if (phase === 'starting') reject(startFailure(worker, code, killer))
      if (phase !== 'running') return
      const exited = { worker: worker.process.pid, code, signal: killer }
      log.error(exited, 'worker exited, a new one is started')
      const restart = setTimeout(() => {
        restarts.delete(restart)
        fork()
      }, RESTART_DELAY)
      restarts.add(restart)
    })
  })
  // It may reject before it is awaited.
  failed.catch(() => undefined)
  const stop = async (): Promise<void> => {
    phase = 'stopping'
    for (const restart of restarts) clearTimeout(restart)
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker))
  }
  const startAll = async (): Promise<string> => {
    signal.throwIfAborted()
    const baseUrl = await startWorker()
    signal.throwIfAborted()
    // The message of a worker can arrive after its exit, with which the start has failed.
    if (phase === 'stopping') return baseUrl
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

/** A worker that exits with status 1 has printed the reason; a killed one has not. */
function startFailure(worker: Worker, code: number, killer: string | null): Error {
  const by = killer === null ? `with code ${code}` : `by ${killer}`
  return killer === null && code === 1
    ? new WorkerStartError('a worker could not start')
    : new StartError(`worker ${worker.id} exited ${by} during the start`)
}

/** Resolves with the base URL when the worker accepts requests. */
function startWorker(): Promise<string> {
  const worker = fork()
  return new Promise((resolve) => {
    worker.on('message', ({ baseUrl }: { baseUrl?: string }) => {
      if (baseUrl !== undefined) resolve(baseUrl)
    })
  })
}

function fork(): Worker {
  cluster.setupPrimary({ cwd: usableFolder() })
  return cluster.fork()
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

/** Reports to the primary process that this worker accepts requests. */
export function reportReady(baseUrl: string): void {
  process.send?.({ baseUrl })
}
