/** A queue that serves its callers in turn, and the items of each caller in their order. */

/** Milliseconds over which the rate of service is measured. */
const RATE_WINDOW = 2000

export class FairQueue<Item extends { readonly caller: string }> {
  /** The next caller first. Sets and maps keep the order of insertion. */
  private readonly byCaller = new Map<string, Set<Item>>()
  private count = 0
  /** Start of the current window, and the number of items served in it. */
  private since = 0
  private served = 0
  /** Items served per millisecond in the best window since the queue was empty. */
  private rate: number | undefined

  /** @param now the clock, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get size(): number {
    return this.count
  }

  /** Adds the item as the last of its caller. */
  push(item: Item): void {
    if (this.count === 0) this.startWindow(undefined)
    const items = this.byCaller.get(item.caller) ?? new Set()
    this.byCaller.set(item.caller, items)
    items.add(item)
    this.count++
  }

  /** The item that `take` returns next. */
  peek(): Item | undefined {
    for (const items of this.byCaller.values()) for (const item of items) return item
    return undefined
  }

  /** Removes and returns the next item; its caller's next turn is after all other callers. */
  take(): Item | undefined {
    const item = this.peek()
    if (!item) return undefined
    const items = this.byCaller.get(item.caller)
    this.delete(item)
    if (items && items.size > 0) {
      this.byCaller.delete(item.caller)
      this.byCaller.set(item.caller, items)
    }
    this.served++
    const elapsed = this.now() - this.since
    if (elapsed >= RATE_WINDOW) this.startWindow(Math.max(this.rate ?? 0, this.served / elapsed))
    return item
  }

  delete(item: Item): void {
    const items = this.byCaller.get(item.caller)
    if (!items?.delete(item)) return
    if (items.size === 0) this.byCaller.delete(item.caller)
    this.count--
  }

  /**
   * Milliseconds that a further item of the caller would wait at least, by the rate at which items are
   * served; 0 if the queue is too young to tell.
   */
  expectedWait(caller: string): number {
    if (this.rate === undefined || this.count === 0) return 0
    const own = this.byCaller.get(caller)?.size ?? 0
    const others = this.byCaller.size - (own > 0 ? 1 : 0)
    return Math.min(this.count, own + (own + 1) * others) / this.rate
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const items of this.byCaller.values()) yield* items
  }

  private startWindow(rate: number | undefined): void {
    this.rate = rate
    this.since = this.now()
    this.served = 0
  }
}
