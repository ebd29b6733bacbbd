/** Estimates the size of a response from the responses before it. */
import { LRUCache } from 'lru-cache'

/** Bytes of a row of an unknown kind. */
const DEFAULT_ROW_BYTES = 1024

const MAX_KEYS = 1000

/** Larger rows raise the estimate at once; smaller ones lower it by this fraction of the difference. */
const DECAY = 0.2

/** Kinds of rows, from the general to the specific: a table, then a selection of its columns. */
export type SizeKeys = readonly string[]

export class SizeEstimates {
  private readonly rowBytes = new LRUCache<string, number>({ max: MAX_KEYS })

  constructor(private readonly maxResponseBytes: number) {}

  isKnown(key: string): boolean {
    return this.rowBytes.has(key)
  }

  estimate(keys: SizeKeys, rows: number): number {
    const key = keys.findLast((each) => this.rowBytes.has(each))
    const bytes = key === undefined ? undefined : this.rowBytes.get(key)
    return Math.min(this.maxResponseBytes, rows * (bytes ?? DEFAULT_ROW_BYTES))
  }

  record(keys: SizeKeys, rows: number, bytes: number): void {
    const actual = Math.min(this.maxResponseBytes, bytes) / Math.max(1, rows)
    for (const key of keys) {
      const previous = this.rowBytes.get(key)
      if (previous === actual) continue
      const decayed = previous === undefined ? actual : previous + DECAY * (actual - previous)
      this.rowBytes.set(key, Math.max(actual, decayed))
    }
  }
}
