/** Equal reads that arrive while one of them runs are answered by one, which begins after they came. */

export type SharedReads<Result> = (
  key: string,
  signal: AbortSignal | undefined,
  run: (signal?: AbortSignal) => Promise<Result>,
) => Promise<Result>

interface Turn<Result> {
  hasBegun: boolean
  readonly result: Promise<Result>
  /** Aborts the read when nobody waits for it any more. */
  readonly abandoned: AbortController
  waiting: number
}

/**
 * Nothing proves what these reads find to be true for longer than an instant, so nobody is given the
 * result of a read that began before they asked: what had been committed then could be missing in it.
 */
export function createSharedReads<Result>(): SharedReads<Result> {
  const latest = new Map<string, Turn<Result>>()

  const nextTurn = (
    key: string,
    previous: Turn<Result> | undefined,
    run: (signal: AbortSignal) => Promise<Result>,
  ): Turn<Result> => {
    const abandoned = new AbortController()
    const begin = async (): Promise<Result> => {
      await previous?.result.catch(() => undefined)
      turn.hasBegun = true
      abandoned.signal.throwIfAborted()
      return run(abandoned.signal)
    }
    const forget = (): void => {
      if (latest.get(key) === turn) latest.delete(key)
    }
    const turn: Turn<Result> = {
      hasBegun: false,
      result: Promise.resolve().then(begin).finally(forget),
      abandoned,
      waiting: 0,
    }
    latest.set(key, turn)
    return turn
  }

  return async (key, signal, run) => {
    signal?.throwIfAborted()
    const last = latest.get(key)
    const turn = last && !last.hasBegun ? last : nextTurn(key, last, run)
    turn.waiting++
    if (!signal) return turn.result
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        if (--turn.waiting === 0) turn.abandoned.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const stay = (): void => {
        signal.removeEventListener('abort', leave)
      }
      turn.result.finally(stay).then(resolve, reject)
    })
  }
}
