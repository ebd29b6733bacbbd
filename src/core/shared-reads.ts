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
}

/**
 * Nothing proves what these reads find to be true for longer than an instant, so nobody is given the
 * result of a read that began before they asked: what had been committed then could be missing in it.
 */
export function createSharedReads<Result>(mostAtOnce = MOST_AT_ONCE): SharedReads<Result> {
  const byKey = new Map<string, EqualReads<Result>>()

  const beginNext = (key: string, reads: EqualReads<Result>): void => {
    const turn = reads.next
    if (!turn && reads.running === 0) byKey.delete(key)
    if (!turn || reads.running >= mostAtOnce) return
    reads.next = undefined
    reads.running++
    turn.begin()
    const end = (): void => {
      reads.running--
      beginNext(key, reads)
    }
    turn.result.then(end, end)
  }

  const turnFor = (key: string, run: (signal: AbortSignal) => Promise<Result>): Turn<Result> => {
    const reads = byKey.get(key) ?? { running: 0, next: undefined }
    byKey.set(key, reads)
    if (!reads.next) {
      reads.next = turnOf(run)
      // Whoever comes in the same moment may still join.
      queueMicrotask(() => {
        beginNext(key, reads)
      })
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
      turn.result.finally(stay).then(resolve, reject)
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
