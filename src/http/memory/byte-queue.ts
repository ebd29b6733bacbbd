/** Requests that wait for bytes, the longest wait first. Arrivals and departures take constant time. */

export interface WaitingBytes {
  readonly bytes: number
  /** Start of the wait, from `performance.now()`. */
  readonly since: number
}

interface Place<Item> {
  readonly item: Item
  previous: Place<Item> | undefined
  next: Place<Item> | undefined
}

export class ByteQueue<Item extends WaitingBytes> {
  private readonly places = new Map<Item, Place<Item>>()
  private first: Place<Item> | undefined
  private last: Place<Item> | undefined
  /** No item has fewer bytes. */
  private lowest = Infinity

  get size(): number {
    return this.places.size
  }

  has(item: Item): boolean {
    return this.places.has(item)
  }

  /** Adds the item behind all that have waited as long; most have waited longer than a new one. */
  add(item: Item): void {
    let previous = this.last
    while (previous && previous.item.since > item.since) previous = previous.previous
    const next = previous ? previous.next : this.first
    const place = { item, previous, next }
    if (previous) previous.next = place
    else this.first = place
    if (next) next.previous = place
    else this.last = place
    this.places.set(item, place)
    this.lowest = Math.min(this.lowest, item.bytes)
  }

  delete(item: Item): void {
    const place = this.places.get(item)
    if (!place) return
    this.places.delete(item)
    const { previous, next } = place
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
    let lowest = Infinity
    let place = this.first
    while (place && free() >= this.lowest) {
      const { item, next } = place
      if (item.bytes <= free()) {
        this.delete(item)
        take(item)
      } else if (item.since < overdue) return
      else lowest = Math.min(lowest, item.bytes)
      place = next
    }
    if (!place) this.lowest = lowest
  }
}
