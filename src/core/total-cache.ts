/** Totals that were counted, each for the version of the data that it was counted in. */
import { LRUCache } from 'lru-cache'
import type { CachedTotal, PagePlan } from './reader'

interface Entry {
  readonly cached: CachedTotal
  isUsed: boolean
  /** The total before this one was replaced before it was used. */
  readonly isVolatile: boolean
}

/** Bytes of all keys, roughly; a key carries the search term. */
const MAX_BYTES = 16 * 1024 * 1024

const MAX_TOTALS = 10_000

export class TotalCache {
  private readonly entries = new LRUCache<string, Entry>({
    max: MAX_TOTALS,
    maxSize: MAX_BYTES,
    sizeCalculation: (_entry, key) => 2 * key.length + 200,
  })

  get(key: string): CachedTotal | undefined {
    return this.entries.get(key)?.cached
  }

  /** Notes that a cached total has spared a count. */
  used(key: string): void {
    const entry = this.entries.get(key)
    if (entry) entry.isUsed = true
  }

  set(key: string, cached: CachedTotal): void {
    const previous = this.entries.peek(key)
    const isVolatile = previous !== undefined && !previous.isUsed
    this.entries.set(key, { cached, isUsed: false, isVolatile })
  }

  /** Whether the data has lately changed too often for a total to be of use. */
  isVolatile(key: string): boolean {
    const entry = this.entries.peek(key)
    return entry !== undefined && entry.isVolatile && !entry.isUsed
  }
}

const keys = new WeakMap<Pick<PagePlan, 'table' | 'search'>, string>()

/** The same for all pages, orders and columns of one search. */
export function totalKey(plan: Pick<PagePlan, 'table' | 'search'>): string {
  const known = keys.get(plan)
  if (known !== undefined) return known
  const conditions = plan.search?.map(({ sql, bindings }) => [sql, ...bindings])
  const key = JSON.stringify([plan.table.from, conditions])
  keys.set(plan, key)
  return key
}
