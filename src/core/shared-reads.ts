/** Equal reads that arrive while some of them run are answered by one, which begins after they came. */

export type SharedReads<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  run: (signal?: AbortSignal) => Promise<Result>,
) => Promise<Result>

/**
 * Equal reads that may run at once. With one, two clients would wait for each other on a database that
 * has time for both; with many, a crowd that wants the same would keep it from all others.
 */
const MOST_AT_ONCE = 4

/**
 * Milliseconds that the next read waits for a running one to end: most end sooner, and whoever comes
 * meanwhile is answered by the same one.
 */
const PATIENCE = 5

interface Turn<Result> {
  readonly result: Promise<Result>
  readonly begin: () => void
  /** Aborts the read when nobody waits for it any more. */
  readonly abandoned: AbortController
  waiting: number
}

interface EqualReads<Result> {
  running: number
  /** Has not begun, so whoever comes may join. */
  next: Turn<Result> | undefined
  /** Begins the next one although others run. */
  impatience: NodeJS.Timeout | undefined
}

/**
 * Nobody is given the result of a read that began before they asked: what had been committed then
 * could be missing in it.
 */
export function createSharedReads<Result>({
  mostAtOnce = MOST_AT_ONCE,
  patience = PATIENCE,
} = {}): SharedReads<Result> {
  const byKey = new Map<string, EqualReads<Result>>()

  const begin = (key: string, reads: EqualReads<Result>): void => {
    clearTimeout(reads.impatience)
    reads.impatience = undefined
    const turn = reads.next
    if (!turn && reads.running === 0) byKey.delete(key)
    if (!turn || reads.running >= mostAtOnce) return
    reads.next = undefined
    reads.running++
    turn.begin()
    const end = (): void => {
      reads.running--
      begin(key, reads)
    }
    turn.result.then(end, end)
  }

  const beginSoon = (key: string, reads: EqualReads<Result>): void => {
    if (reads.running === 0) begin(key, reads)
    else reads.impatience ??= setTimeout(begin, patience, key, reads)
  }

  const turnFor = (key: string, run: (signal: AbortSignal) => Promise<Result>): Turn<Result> => {
    const reads = byKey.get(key) ?? { running: 0, next: undefined, impatience: undefined }
    byKey.set(key, reads)
    if (!reads.next) {
      reads.next = turnOf(run)
      // Whoever comes in the same turn of the event loop may still join: a crowd asks at once.
      setImmediate(beginSoon, key, reads)
    }
    return reads.next
  }

  /** Nobody waits for it any more, and nobody is to join it. */
  const abandon = (key: string, turn: Turn<Result>, reason: unknown): void => {
    const reads = byKey.get(key)
    if (reads?.next === turn) reads.next = undefined
    turn.abandoned.abort(reason)
  }

  return async (key, signal, run) => {
    signal?.throwIfAborted()
    const turn = turnFor(key, run)
    turn.waiting++
    if (!signal) return turn.result
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        if (--turn.waiting === 0) abandon(key, turn, signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const stay = (): void => {
        signal.removeEventListener('abort', leave)
      }
      turn.result.then(resolve, reject)
      turn.result.then(stay, stay)
    })
  }
}

function turnOf<Result>(run: (signal: AbortSignal) => Promise<Result>): Turn<Result> {
  const abandoned = new AbortController()
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const result = begun.then(() => {
    abandoned.signal.throwIfAborted()
    return run(abandoned.signal)
  })
  return { result, begin, abandoned, waiting: 0 }
}
