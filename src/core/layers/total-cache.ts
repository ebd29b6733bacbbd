/** Caches totals, each with the version of the data that was counted. */
import { LRUCache } from 'lru-cache'
import type { CachedTotal, PagePlan } from '../reader'

interface Entry {
  readonly cached: CachedTotal
  isUsed: boolean
  /** Whether the previous total was replaced before any request used it. */
  readonly isVolatile: boolean
}

/** Approximate size of all keys; a key contains the search term. */
const MAX_BYTES = 16 * 1024 * 1024

const MAX_TOTALS = 10_000

/** A bounded cache whose keys are those of `totalKey`. */
export function totalsByKey<Total extends object>(): LRUCache<string, Total> {
  return new LRUCache<string, Total>({
    max: MAX_TOTALS,
    maxSize: MAX_BYTES,
    sizeCalculation: (_total, key) => 2 * key.length + 200,
  })
}

export class TotalCache {
  private readonly entries = totalsByKey<Entry>()

  get(key: string): CachedTotal | undefined {
    return this.entries.get(key)?.cached
  }

  /** Records that a request has used the cached total instead of a count. */
  markUsed(key: string): void {
    const entry = this.entries.get(key)
    if (entry) entry.isUsed = true
  }

  set(key: string, cached: CachedTotal): void {
    const previous = this.entries.peek(key)
    const isVolatile = previous !== undefined && !previous.isUsed
    this.entries.set(key, { cached, isUsed: false, isVolatile })
  }

  /** Whether the data changes so often that cached totals are replaced before a request can use them. */
  isVolatile(key: string): boolean {
    const entry = this.entries.peek(key)
    return entry !== undefined && entry.isVolatile && !entry.isUsed
  }
}

const keys = new WeakMap<Pick<PagePlan, 'table' | 'search'>, string>()

/** Equal for all pages, orders and columns of one search. */
export function totalKey(plan: Pick<PagePlan, 'table' | 'search'>): string {
  const cachedKey = keys.get(plan)
  if (cachedKey !== undefined) return cachedKey
  const { table, search } = plan
  const key = JSON.stringify([table.from, search?.shapeKey, search?.text])
  keys.set(plan, key)
  return key
}
