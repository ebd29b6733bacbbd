/** Equal reads that are asked for at the same time are one read, which begins after the last of them. */

export type SharedReads<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  run: Run<Result>,
) => Promise<Result>

type Run<Result> = (signal?: AbortSignal) => Promise<Result>

/**
 * Equal reads that may run at once. With one, two clients would wait for each other although the
 * database is idle; with many, a crowd of equal requests would take all connections.
 */
const MAX_AT_ONCE = 4

/**
 * Milliseconds that the next read waits for a running one to end. Most end sooner, and equal requests
 * that arrive meanwhile join it.
 */
const PATIENCE = 5

interface Waiter<Result> {
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
  /** To be called when the signal is aborted. */
  readonly leave: () => void
}

interface SharedRead<Result> {
  readonly run: Run<Result>
  readonly waiters: Set<Waiter<Result>>
  /** Stops it, once it has begun for more than one. */
  abandoned?: AbortController
  /** Begins it although others run. */
  impatience?: NodeJS.Timeout
}

interface EqualReads<Result> {
  running: number
  /** Has not begun, so equal requests may join. */
  next: SharedRead<Result> | undefined
}

export interface SharedReadsOptions {
  readonly maxAtOnce?: number
  readonly patience?: number
  /** Whether the next read fails along with a running one; default: never. */
  readonly isCommonFailure?: (error: unknown) => boolean
}

/**
 * A request never gets the result of a read that began before it: what had been committed then
 * could be missing in it.
 */
export function createSharedReads<Result>({
  maxAtOnce = MAX_AT_ONCE,
  patience = PATIENCE,
  isCommonFailure,
}: SharedReadsOptions = {}): SharedReads<Result> {
  const byKey = new Map<string, EqualReads<Result>>()

  const begin = (key: string, reads: EqualReads<Result>): void => {
    const { next } = reads
    if (next && reads.running >= maxAtOnce) return
    clearTimeout(next?.impatience)
    reads.next = undefined
    const reading = next && runFor(next)
    if (reading) {
      reads.running++
      void reading.then((failure) => {
        reads.running--
        // The next would wait once more for what has just been refused.
        if (failure && reads.next && isCommonFailure?.(failure.error)) {
          clearTimeout(reads.next.impatience)
          settle(reads.next, ({ reject }) => {
            reject(failure.error)
          })
          reads.next = undefined
        }
        begin(key, reads)
      })
    } else if (reads.running === 0 && byKey.get(key) === reads) byKey.delete(key)
  }

  const beginSoon = (key: string, reads: EqualReads<Result>): void => {
    if (reads.running === 0) begin(key, reads)
    else if (reads.next) reads.next.impatience ??= setTimeout(begin, patience, key, reads)
  }

  return (key, signal, run) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const reads = byKey.get(key) ?? { running: 0, next: undefined }
      byKey.set(key, reads)
      if (!reads.next) {
        reads.next = { run, waiters: new Set() }
        // Requests of the same turn of the event loop may still join.
        setImmediate(beginSoon, key, reads)
      }
      const waiter = join(reads.next, signal, resolve, reject)
      // Else the read begins in a moment, and then leaves out those that were aborted.
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
    if (read.waiters.size === 0) read.abandoned?.abort(signal?.reason)
  }
  const waiter = { signal, resolve, reject, leave }
  read.waiters.add(waiter)
  return waiter
}

function listen({ signal, leave }: Waiter<never>): void {
  signal?.addEventListener('abort', leave)
}

function settle<Result>(
  { waiters }: SharedRead<Result>,
  tell: (waiter: Waiter<Result>) => void,
): void {
  for (const waiter of waiters) {
    waiter.signal?.removeEventListener('abort', waiter.leave)
    tell(waiter)
  }
}

interface Failure {
  readonly error: unknown
}

/** @returns how the read ends; `undefined` if every request for it was aborted */
function runFor<Result>(read: SharedRead<Result>): Promise<Failure | undefined> | undefined {
  const { run, waiters } = read
  for (const { signal, leave } of waiters) if (signal?.aborted) leave()
  const [first] = waiters
  if (!first) return undefined
  if (waiters.size > 1) {
    read.abandoned = new AbortController()
    for (const waiter of waiters) listen(waiter)
  }
  return run(read.abandoned?.signal ?? first.signal).then(
    (result) => {
      settle(read, ({ resolve }) => {
        resolve(result)
      })
      return undefined
    },
    (error: unknown) => {
      settle(read, ({ reject }) => {
        reject(error)
      })
      return { error }
    },
  )
}
