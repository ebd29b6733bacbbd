/** How large a response will be, by those that were given before. */
import { LRUCache } from 'lru-cache'

/** Bytes of a row of which nothing is known yet. */
const MODEST = 1024

/** What is remembered. */
const MOST_KEYS = 1000

/** A larger row counts at once, a smaller one by this part: rows of one table may differ. */
const DECAY = 0.2

/** What rows are of, from the general to the special: a table, then some of its columns. */
export type SizeKeys = readonly string[]

export class SizeEstimates {
  private readonly bytesOfRow = new LRUCache<string, number>({ max: MOST_KEYS })

  /** @param most bytes that a response can have */
  constructor(private readonly most: number) {}

  isKnown(key: string): boolean {
    return this.bytesOfRow.has(key)
  }

  estimate(keys: SizeKeys, rows: number): number {
    const known = keys.findLast((key) => this.bytesOfRow.has(key))
    const bytes = known === undefined ? undefined : this.bytesOfRow.get(known)
    return Math.min(this.most, rows * (bytes ?? MODEST))
  }

  learn(keys: SizeKeys, rows: number, bytes: number): void {
    const actual = Math.min(this.most, bytes) / Math.max(1, rows)
    for (const key of keys) {
      const known = this.bytesOfRow.get(key)
      if (known === actual) continue
      const decayed = known === undefined ? actual : known + DECAY * (actual - known)
      this.bytesOfRow.set(key, Math.max(actual, decayed))
    }
  }
}
