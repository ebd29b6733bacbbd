/**
 * Requests that wait for bytes, the longest wait first. Departures take constant time, and so do arrivals, except
 * those of a request that is read again and keeps its earlier place.
 */

export interface WaitingBytes {
  readonly bytes: number
  /** Start of the wait, from `performance.now()`. */
  readonly since: number
}

interface Node<Item> {
  readonly item: Item
  previous: Node<Item> | undefined
  next: Node<Item> | undefined
}

export class ByteQueue<Item extends WaitingBytes> {
  private readonly nodes = new Map<Item, Node<Item>>()
  private first: Node<Item> | undefined
  private last: Node<Item> | undefined
  /** At most the bytes of the smallest item. */
  private minBytes = Infinity

  get size(): number {
    return this.nodes.size
  }

  has(item: Item): boolean {
    return this.nodes.has(item)
  }

  /** Adds the item behind all that have waited as long; most have waited longer than a new one. */
  add(item: Item): void {
    let previous = this.last
    while (previous && previous.item.since > item.since) previous = previous.previous
    const next = previous ? previous.next : this.first
    const node = { item, previous, next }
    if (previous) previous.next = node
    else this.first = node
    if (next) next.previous = node
    else this.last = node
    this.nodes.set(item, node)
    this.minBytes = Math.min(this.minBytes, item.bytes)
  }

  delete(item: Item): void {
    const node = this.nodes.get(item)
    if (!node) return
    this.nodes.delete(item)
    const { previous, next } = node
    if (previous) previous.next = next
    else this.first = next
    if (next) next.previous = previous
    else this.last = previous
  }

  /**
   * Removes the items that fit, in order. Smaller items overtake a larger one, unless it is overdue.
   * @param free number of free bytes
   * @param take takes the bytes of an item
   * @param overdue items that have waited since before this time are not overtaken
   */
  admit(free: () => number, take: (item: Item) => void, overdue: number): void {
    let minBytes = Infinity
    let node = this.first
    while (node && free() >= this.minBytes) {
      const { item, next } = node
      if (item.bytes <= free()) {
        this.delete(item)
        take(item)
      } else if (item.since < overdue) return
      else minBytes = Math.min(minBytes, item.bytes)
      node = next
    }
    if (!node) this.minBytes = minBytes
  }
}
