/** Handles SIGINT and SIGTERM, also during the start: process 1 ignores both without a handler. */
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { removeEarlyExit } from './early-exit'
import { StartStoppedError } from '../start-error'

interface StopSignals {
  /** The first signal aborts it. */
  readonly signal: AbortSignal
  /** Sets the function that the first signal calls once the start is complete. */
  readonly stopWith: (stop: () => Promise<void>) => void
}

/** Maximum milliseconds to close everything after requests have completed. */
const CLOSE_TIMEOUT = 10_000

/** Maximum milliseconds to abort a start; with `waitForDatabase`, also to complete requests that run already. */
const START_ABORT_TIMEOUT = 2000

/** A second signal exits immediately. */
export function handleStopSignals(drainTimeout: number, log: Logger): StopSignals {
  const stopping = new AbortController()
  let isStarting = true
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!stopping.signal.aborted) {
        if (isStarting) setTimeout(() => process.exit(0), START_ABORT_TIMEOUT).unref()
        setTimeout(() => process.exit(1), drainTimeout + CLOSE_TIMEOUT).unref()
        stopping.abort(new StartStoppedError('stopped during the start'))
      } else if (!cluster.isWorker) {
        // Workers receive Ctrl+C twice: from the terminal and from the primary process.
        process.exit(1)
      }
    })
  }
  removeEarlyExit()
  const exit = async (stop: () => Promise<void>): Promise<void> => {
    try {
      await stop()
    } catch (error) {
      log.error({ err: error }, 'cannot close all resources')
      // Resources that are still open would keep the process alive.
      process.exit(1)
    }
    // A worker's channel to the primary process would keep it alive. Unlike `process.disconnect`, this does not exit
    // before the event `beforeExit`, with which an SDK of OpenTelemetry sends its last spans.
    cluster.worker?.disconnect()
  }
  return {
    signal: stopping.signal,
    stopWith: (stop) => {
      isStarting = false
      if (stopping.signal.aborted) void exit(stop)
      else stopping.signal.addEventListener('abort', () => void exit(stop), { once: true })
    },
  }
}
