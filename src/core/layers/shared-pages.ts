/**
 * Reads a page once for concurrent requests: those with the same key that arrive before the read starts share it.
 */
import { callerOf, setCaller } from '../../dialect/sessions/callers'
import { QueueFullError } from '../../dialect/sessions/session-errors'
import { isCommonFailure } from '../common-failure'
import { planKey } from '../read-plan'
import type { Reader, ReadResult } from '../reader'

/** A full queue refuses the caller with most of the requests in it. */
const isFailureOfCaller = (error: unknown): boolean => error instanceof QueueFullError

export function withSharedPages(reader: Reader): Reader {
  const share = createSharedReads<ReadResult>({
    isCommonFailure: (error) => isCommonFailure(error) && !isFailureOfCaller(error),
    isFailureOfCaller,
  })
  return {
    read: (request, signal) =>
      share(planKey(request.plan), signal, (sharedSignal) => reader.read(request, sharedSignal)),
  }
}

type SharedReads<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  run: Run<Result>,
) => Promise<Result>

type Run<Result> = (signal?: AbortSignal) => Promise<Result>

/**
 * Maximum number of reads with the same key that run at the same time. With one, two clients would
 * wait for each other although the database is idle; with many, equal requests would take all
 * connections.
 */
const MAX_AT_ONCE = 4

/**
 * Milliseconds that the next read waits for a running one to end. Most reads end sooner, and
 * requests that arrive in this time share the next read.
 */
const MAX_DELAY = 5

interface Waiter<Result> {
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
  /** Listener for the signal's `abort` event. */
  readonly leave: () => void
}

interface SharedRead<Result> {
  readonly run: Run<Result>
  readonly waiters: Set<Waiter<Result>>
  /** Aborts a running read when all its waiters have left; absent if it never had several. */
  abortController?: AbortController
  /** Starts this read after the delay, even if other reads still run. */
  startTimer?: NodeJS.Timeout
}

interface ReadsOfKey<Result> {
  running: number
  /** Has not started, so requests with the same key may join it. */
  next: SharedRead<Result> | undefined
}

export interface SharedReadsOptions {
  readonly maxAtOnce?: number
  readonly maxDelay?: number
  /** Whether the error of a running read also rejects the next read; default: never. */
  readonly isCommonFailure?: (error: unknown) => boolean
  /**
   * Whether the error concerns only the caller of the first request, so that the requests of other callers
   * read again; default: never.
   */
  readonly isFailureOfCaller?: (error: unknown) => boolean
}

/**
 * A request never receives the result of a read that started before the request arrived, because
 * the result could lack changes that were committed in between.
 */
export function createSharedReads<Result>({
  maxAtOnce = MAX_AT_ONCE,
  maxDelay = MAX_DELAY,
  isCommonFailure,
  isFailureOfCaller = () => false,
}: SharedReadsOptions = {}): SharedReads<Result> {
  const byKey = new Map<string, ReadsOfKey<Result>>()

  const start = (key: string, reads: ReadsOfKey<Result>): void => {
    const { next } = reads
    if (next && reads.running >= maxAtOnce) return
    clearTimeout(next?.startTimer)
    reads.next = undefined
    const ended = next && runFor(next, isFailureOfCaller)
    if (ended) {
      reads.running++
      void ended.then((failure) => {
        reads.running--
        // The next read would wait again for the resource that has just failed.
        if (failure && reads.next && isCommonFailure?.(failure.error)) {
          clearTimeout(reads.next.startTimer)
          settle(reads.next.waiters, ({ reject }) => {
            reject(failure.error)
          })
          reads.next = undefined
        }
        start(key, reads)
      })
    } else if (reads.running === 0 && byKey.get(key) === reads) byKey.delete(key)
  }

  const startSoon = (key: string, reads: ReadsOfKey<Result>): void => {
    if (reads.running === 0) start(key, reads)
    else if (reads.next) reads.next.startTimer ??= setTimeout(start, maxDelay, key, reads)
  }

  return (key, signal, run) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const reads = byKey.get(key) ?? { running: 0, next: undefined }
      byKey.set(key, reads)
      if (!reads.next) {
        reads.next = { run, waiters: new Set() }
        // Requests of the same turn of the event loop may still join.
        setImmediate(startSoon, key, reads)
      }
      const waiter = join(reads.next, signal, resolve, reject)
      // Otherwise `setImmediate` starts the read, without the requests that are aborted by then.
      if (reads.running > 0) listen(waiter)
    })
}

function join<Result>(
  read: SharedRead<Result>,
  signal: AbortSignal | undefined,
  resolve: (result: Result) => void,
  reject: (reason: unknown) => void,
): Waiter<Result> {
  const leave = (): void => {
    reject(signal?.reason)
    read.waiters.delete(waiter)
    if (read.waiters.size === 0) read.abortController?.abort(signal?.reason)
  }
  const waiter = { signal, resolve, reject, leave }
  read.waiters.add(waiter)
  return waiter
}

function listen({ signal, leave }: Waiter<never>): void {
  signal?.addEventListener('abort', leave)
}

function settle<Result>(
  waiters: Iterable<Waiter<Result>>,
  settleWaiter: (waiter: Waiter<Result>) => void,
): void {
  for (const waiter of waiters) {
    waiter.signal?.removeEventListener('abort', waiter.leave)
    settleWaiter(waiter)
  }
}

interface Failure {
  readonly error: unknown
}

/**
 * @returns a promise of the read's failure, or of `undefined` on success; no promise if all
 *   requests for the read were aborted
 */
function runFor<Result>(
  read: SharedRead<Result>,
  isFailureOfCaller: (error: unknown) => boolean,
): Promise<Failure | undefined> | undefined {
  const { run, waiters } = read
  for (const { signal, leave } of waiters) if (signal?.aborted) leave()
  const [first] = waiters
  if (!first) return undefined
  const caller = callerOf(first.signal)
  if (waiters.size > 1 || read.abortController) {
    read.abortController = new AbortController()
    setCaller(read.abortController.signal, caller)
    for (const waiter of waiters) listen(waiter)
  }
  return run(read.abortController?.signal ?? first.signal).then(
    (result) => {
      settle(waiters, ({ resolve }) => {
        resolve(result)
      })
      return undefined
    },
    (error: unknown) => {
      const isOfCaller = isFailureOfCaller(error)
      const failed = [...waiters].filter(({ signal }) => !isOfCaller || callerOf(signal) === caller)
      settle(failed, ({ reject }) => {
        reject(error)
      })
      for (const waiter of failed) waiters.delete(waiter)
      return runFor(read, isFailureOfCaller) ?? { error }
    },
  )
}
