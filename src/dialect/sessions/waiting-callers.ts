/** Waiting requests by caller, and the caller with the most of them. Each call takes constant time on average. */

export interface WaitingEntry {
  readonly caller: string
}

interface OfCaller<Entry> {
  readonly waiting: Set<Entry>
  /** In the order of arrival; some may not wait any more. */
  arrived: Entry[]
}

export class WaitingCallers<Entry extends WaitingEntry> {
  private readonly callers = new Map<string, OfCaller<Entry>>()
  /** Callers by the number of their entries. */
  private readonly byCount: Set<string>[] = []
  private entries = 0

  get size(): number {
    return this.entries
  }

  add(entry: Entry): void {
    const { caller } = entry
    const own = this.callers.get(caller) ?? { waiting: new Set(), arrived: [] }
    this.callers.set(caller, own)
    own.waiting.add(entry)
    own.arrived.push(entry)
    this.entries++
    this.recount(caller, own.waiting.size - 1, own.waiting.size)
  }

  delete(entry: Entry): void {
    const { caller } = entry
    const own = this.callers.get(caller)
    if (!own?.waiting.delete(entry)) return
    this.entries--
    const count = own.waiting.size
    this.recount(caller, count + 1, count)
    if (count === 0) this.callers.delete(caller)
    else if (own.arrived.length > 2 * count) own.arrived = [...own.waiting]
  }

  countOf(caller: string): number {
    return this.callers.get(caller)?.waiting.size ?? 0
  }

  /** The newest entry of the caller with the most entries. */
  newestOfLargestCaller(): Entry | undefined {
    while (this.byCount.at(-1)?.size === 0) this.byCount.pop()
    const [caller = ''] = this.byCount.at(-1) ?? []
    const own = this.callers.get(caller)
    if (!own) return undefined
    const { waiting, arrived } = own
    for (;;) {
      const newest = arrived.at(-1)
      if (newest === undefined || waiting.has(newest)) return newest
      arrived.pop()
    }
  }

  private recount(caller: string, before: number, after: number): void {
    this.byCount[before]?.delete(caller)
    for (let count = this.byCount.length; count <= after; count++) this.byCount.push(new Set())
    if (after > 0) this.byCount[after]?.add(caller)
  }
}
