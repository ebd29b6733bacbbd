/**
 * Limits the number of requests whose response size is unknown: few start at once, then one more at
 * each interval, so that a slow request does not leave the other connections idle.
 */

/** Number of requests of a kind that start at once. */
const INITIAL = 2

/** Milliseconds until one more starts. */
const INTERVAL = 100

/**
 * Maximum milliseconds that a request waits here: as long as every request of the kind fails, its size stays
 * unknown. The connections of the pool also bound how many responses are read at the same time.
 */
const MAX_WAIT = 1000

interface Requests {
  running: number
  /** Functions that each start one waiting request. */
  readonly waiting: Set<() => void>
}

export class SlowStart {
  private readonly byKind = new Map<string, Requests>()

  /** @param maxWaiting number of requests of a kind that wait; further ones start at once */
  constructor(private readonly maxWaiting: number) {}

  /**
   * Waits until a request may start.
   * @returns a function that ends the request; its argument says whether the size is known now, so
   * that no request of the kind needs to wait
   * @throws the signal's reason
   */
  async begin(kind: string, signal: AbortSignal): Promise<(isKnown: boolean) => void> {
    const requests = this.byKind.get(kind) ?? { running: 0, waiting: new Set() }
    this.byKind.set(kind, requests)
    const mustWait = requests.running >= INITIAL && requests.waiting.size < this.maxWaiting
    if (mustWait) await waitForTurn(requests, signal)
    if (signal.aborted) this.deleteIfIdle(kind, requests)
    signal.throwIfAborted()
    requests.running++
    return (isKnown) => {
      requests.running--
      const next = [...requests.waiting].slice(0, isKnown ? undefined : 1)
      for (const start of next) start()
      if (next.length === 0) this.deleteIfIdle(kind, requests)
    }
  }

  /** Clients name the kinds, so kinds without requests must not stay in memory. */
  private deleteIfIdle(kind: string, requests: Requests): void {
    const isIdle = requests.running === 0 && requests.waiting.size === 0
    if (isIdle && this.byKind.get(kind) === requests) this.byKind.delete(kind)
  }
}

function waitForTurn({ waiting }: Requests, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const start = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', start)
      waiting.delete(start)
      resolve()
    }
    const timer = setTimeout(start, Math.min(MAX_WAIT, INTERVAL * (waiting.size + 1)))
    signal.addEventListener('abort', start)
    waiting.add(start)
  })
}
