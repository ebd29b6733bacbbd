/** Caches bookmarks: the keys of rows at regular distances in an order. */
import { LRUCache } from 'lru-cache'
import type { Cell } from '../../dialect/schema'
import { isSameVersion } from '../data-version'
import type { Bookmark, NearestBookmarks } from '../page-window'
import type { CachedTotal, PagePlan } from '../reader'
import { hasOneRange, seekTerms } from '../seek-condition'
import { totalKey } from './total-cache'

/** Maximum number of combinations of search and order with bookmarks. */
const MAX_ORDERS = 32

/** In an order of 10 million rows, each row is then at most 125 rows away from a bookmark. */
const MAX_BOOKMARKS = 40_000

/** Maximum number of bookmarks that are collected repeatedly while the data changes. */
const MAX_AGING_BOOKMARKS = 1000

/**
 * Characters of all keys of one order: 400 for each of 40,000 bookmarks, so that bookmarks reach
 * the last page even if keys are long texts.
 */
const MAX_KEY_CHARACTERS = 16_000_000

/** Approximate size of all bookmarks. */
const MAX_BYTES = 48 * 1024 * 1024

/** Approximate size of a bookmark without the characters of its keys. */
const BOOKMARK_BYTES = 150

export interface OrderBookmarks {
  readonly cached: CachedTotal
  /** When the first one was collected, in milliseconds. */
  readonly startedAt: number
  /** Rows from one bookmark to the next. */
  readonly step: number
  /** Whether all keys have the version of `cached`; another host may have read some of them. */
  hasOneVersion: boolean
  /** Whether the remaining bookmarks would take too long to collect. */
  isCostly: boolean
  /** Characters of the keys so far. */
  characters: number
  /** Keys of the rows with index step - 1, 2 * step - 1, and so on. */
  readonly keys: (readonly Cell[])[]
}

export class SeekBookmarks {
  private readonly orders = new LRUCache<string, OrderBookmarks>({
    max: MAX_ORDERS,
    maxSize: MAX_BYTES,
    // The size includes the bookmarks that are not collected yet.
    sizeCalculation: ({ cached, step, characters }) =>
      Math.ceil(cached.total / step) * BOOKMARK_BYTES + characters + 1,
  })

  /** @param now the clock, in milliseconds */
  constructor(
    private readonly minStep: number,
    private readonly now: () => number,
  ) {}

  /**
   * Bookmarks of the plan's order, empty at first; `undefined` if its keys cannot be bindings.
   * @param maxAge milliseconds that bookmarks of another version may be old
   */
  forOrder(plan: PagePlan, cached: CachedTotal, maxAge: number): OrderBookmarks | undefined {
    if (!plan.table.uniqueKey || !seekTerms(plan.order)) return undefined
    const stored = this.orders.get(orderKey(plan))
    const isValid =
      stored &&
      (isSameVersion(stored.cached.version, cached.version) ||
        (maxAge > 0 && this.age(stored) <= maxAge))
    return isValid ? stored : this.empty(cached, maxAge)
  }

  /** An empty list to collect bookmarks into. */
  empty(cached: CachedTotal, maxAge: number): OrderBookmarks {
    const max = maxAge > 0 ? MAX_AGING_BOOKMARKS : MAX_BOOKMARKS
    const step = Math.max(this.minStep, Math.ceil(cached.total / max))
    const startedAt = this.now()
    const state = { hasOneVersion: true, isCostly: false, characters: 0, keys: [] }
    return { cached, startedAt, step, ...state }
  }

  /** Milliseconds since the first one was collected. */
  age({ startedAt }: OrderBookmarks): number {
    return this.now() - startedAt
  }

  store(plan: PagePlan, bookmarks: OrderBookmarks): void {
    this.orders.set(orderKey(plan), bookmarks)
  }

  /** Updates the size after bookmarks were added, unless the cache has evicted them. */
  updateSize(plan: PagePlan, bookmarks: OrderBookmarks): void {
    const key = orderKey(plan)
    if (this.orders.peek(key) !== bookmarks) return
    // The cache measures a value again only if it is a new one.
    this.orders.delete(key)
    this.orders.set(key, bookmarks)
  }
}

/**
 * The bookmarks around a page. In an order of several ranges, only those at most a step away, because each range reads
 * the keys of all rows between the bookmark and the page.
 */
export function nearestBookmarks(
  { keys, step, hasOneVersion }: OrderBookmarks,
  { offset, limit, order }: PagePlan,
  total: number,
): NearestBookmarks {
  const end = Math.min(offset + limit, total)
  const last = hasOneRange(order) ? keys.length : Infinity
  const bookmark = (steps: number): Bookmark | undefined => {
    const values = keys[steps - 1]
    return values && { offset: steps * step, values }
  }
  const before = bookmark(Math.min(Math.floor(offset / step), last))
  const after = bookmark(Math.ceil(end / step))
  return { before, after, haveOneVersion: hasOneVersion }
}

/** @returns whether there is room for more */
export function addBookmark(bookmarks: OrderBookmarks, key: readonly Cell[]): boolean {
  bookmarks.keys.push(key)
  bookmarks.characters += key.reduce<number>((sum, cell) => sum + String(cell).length, 0)
  return bookmarks.characters < MAX_KEY_CHARACTERS
}

const orderKeys = new WeakMap<PagePlan, string>()

function orderKey(plan: PagePlan): string {
  const cached = orderKeys.get(plan)
  if (cached !== undefined) return cached
  const key = JSON.stringify([totalKey(plan), plan.table.uniqueKey, plan.order])
  orderKeys.set(plan, key)
  return key
}
