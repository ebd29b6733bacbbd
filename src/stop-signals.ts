/** SIGINT and SIGTERM, handled from the start on: a process 1 without a handler ignores both. */
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { StartStoppedError } from './start-error'

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  /** What the first signal calls once the start is over. */
  readonly stopWith: (stop: () => Promise<void>) => void
}

/** Milliseconds that everything but the requests may take to end. */
const CLOSING = 10_000

/** Milliseconds that an unfinished start may take to end: it has answered no query yet. */
const ENDING_START = 2000

/** A second signal exits immediately. */
export function handleStopSignals(drainTimeout: number, log: Logger): StopSignals {
  const told = new AbortController()
  let isStarting = true
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!told.signal.aborted) {
        if (isStarting) setTimeout(() => process.exit(0), ENDING_START).unref()
        setTimeout(() => process.exit(1), drainTimeout + CLOSING).unref()
        told.abort(new StartStoppedError('stopped while starting'))
      } else if (!cluster.isWorker) {
        // Ctrl+C reaches the workers twice: from the terminal and from the primary process.
        process.exit(1)
      }
    })
  }
  const end = async (stop: () => Promise<void>): Promise<void> => {
    try {
      await stop()
    } catch (error) {
      log.error({ err: error }, 'could not close everything')
      // What is still open would keep the process alive.
      process.exit(1)
    }
    // A worker's channel to the primary process would keep it alive.
    if (cluster.isWorker) process.disconnect()
  }
  return {
    signal: told.signal,
    stopWith: (stop) => {
      isStarting = false
      if (told.signal.aborted) void end(stop)
      else told.signal.addEventListener('abort', () => void end(stop), { once: true })
    },
  }
}

/**
 * The promise's result, unless the signal is aborted first.
 * @throws the signal's reason
 */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  promise: Promise<Result>,
): Promise<Result> {
  // It may fail when nobody waits for it any more.
  promise.catch(() => undefined)
  signal.throwIfAborted()
  let abort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
