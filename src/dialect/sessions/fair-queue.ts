/** A queue that serves its callers in turn, and the items of each caller in their order. */

export class FairQueue<Item extends { readonly caller: string }> {
  /** The next caller first. Sets and maps keep the order of insertion. */
  private readonly byCaller = new Map<string, Set<Item>>()
  private count = 0

  get size(): number {
    return this.count
  }

  /** Adds the item as the last of its caller. */
  push(item: Item): void {
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
    return item
  }

  delete(item: Item): void {
    const items = this.byCaller.get(item.caller)
    if (!items?.delete(item)) return
    if (items.size === 0) this.byCaller.delete(item.caller)
    this.count--
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const items of this.byCaller.values()) yield* items
  }
}
