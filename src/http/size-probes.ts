/**
 * While nothing is known of the size of a kind of response, few of them are made at once, and one more
 * every so often: a slow database is no reason to leave its other connections idle.
 */

/** Responses of a kind that begin at once. */
const AT_ONCE = 2

/** Milliseconds until one more begins. */
const STEP = 100

interface Probes {
  running: number
  /** Each begins one that waits. */
  readonly waiting: Set<() => void>
}

export class SizeProbes {
  private readonly byKind = new Map<string, Probes>()

  /**
   * Waits for a turn.
   * @returns what ends it; to be told whether the size is known now, so that no other needs to wait
   * @throws the signal's reason
   */
  async begin(kind: string, signal: AbortSignal): Promise<(isKnown: boolean) => void> {
    const probes = this.byKind.get(kind) ?? { running: 0, waiting: new Set() }
    this.byKind.set(kind, probes)
    if (probes.running >= AT_ONCE) await turnAmong(probes, signal)
    signal.throwIfAborted()
    probes.running++
    return (isKnown) => {
      probes.running--
      const next = [...probes.waiting].slice(0, isKnown ? undefined : 1)
      for (const begin of next) begin()
      const isOver = probes.running === 0 && probes.waiting.size === 0
      if (isOver && next.length === 0) this.byKind.delete(kind)
    }
  }
}

function turnAmong({ waiting }: Probes, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const begin = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', begin)
      waiting.delete(begin)
      resolve()
    }
    const timer = setTimeout(begin, STEP * (waiting.size + 1))
    signal.addEventListener('abort', begin)
    waiting.add(begin)
  })
}
