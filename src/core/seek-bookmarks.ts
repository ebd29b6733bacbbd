/** Remembered rows of a table in one order, one every so many, from which a page can be read. */
import { LRUCache } from 'lru-cache'
import type { Cell } from '../dialect/schema'
import { isSameVersion } from './data-version'
import type { Bookmark } from './page-window'
import type { CachedTotal, PagePlan } from './reader'
import { seekTerms } from './seek-condition'
import { totalKey } from './total-cache'

/** Searches and orders that have bookmarks at a time. */
const MAX_ORDERS = 32

/** Bookmarks of one order: a page of 10 million rows is then at most 125 rows away from one. */
const MAX_BOOKMARKS = 40_000

/** Characters of the keys of one order: 400 for each bookmark, so that long texts reach the last page too. */
const MAX_KEY_CHARACTERS = 16_000_000

/** Bytes of all bookmarks, roughly, and of one without the characters of its keys. */
const MAX_BYTES = 48 * 1024 * 1024
const BOOKMARK_BYTES = 150

export interface OrderBookmarks {
  readonly cached: CachedTotal
  /** Rows from one bookmark to the next. */
  readonly step: number
  /** Characters of the keys so far. */
  characters: number
  /** Keys of the rows number step - 1, 2 * step - 1, and so on. */
  readonly keys: (readonly Cell[])[]
}

export class SeekBookmarks {
  private readonly orders = new LRUCache<string, OrderBookmarks>({
    max: MAX_ORDERS,
    maxSize: MAX_BYTES,
    // Those that are still to come have their room from the beginning.
    sizeCalculation: ({ cached, step, characters }) =>
      Math.ceil(cached.total / step) * BOOKMARK_BYTES + characters + 1,
  })

  constructor(private readonly minStep: number) {}

  /** Those of the plan's order, empty at first; `undefined` where its keys cannot be sent back. */
  of(plan: PagePlan, cached: CachedTotal): OrderBookmarks | undefined {
    if (!plan.table.uniqueKey || !seekTerms(plan.order)) return undefined
    const known = this.orders.get(orderKey(plan))
    if (known && isSameVersion(known.cached.version, cached.version)) return known
    const step = Math.max(this.minStep, Math.ceil(cached.total / MAX_BOOKMARKS))
    return { cached, step, characters: 0, keys: [] }
  }

  /** The last at or before the page and the first at or behind its end. */
  near(plan: PagePlan, cached: CachedTotal): Bookmark[] {
    const { keys = [], step = 1 } = this.of(plan, cached) ?? {}
    const end = Math.min(plan.offset + plan.limit, cached.total)
    const before = Math.min(Math.floor(plan.offset / step), keys.length)
    return [before, Math.ceil(end / step)].flatMap((place) => {
      const values = keys[place - 1]
      return values ? [{ offset: place * step, values }] : []
    })
  }

  keep(plan: PagePlan, bookmarks: OrderBookmarks): void {
    this.orders.set(orderKey(plan), bookmarks)
  }

  /** Counts the bookmarks that were added since, if they are still kept. */
  measure(plan: PagePlan, bookmarks: OrderBookmarks): void {
    const key = orderKey(plan)
    if (this.orders.peek(key) === bookmarks) this.orders.set(key, bookmarks)
  }
}

/** @returns whether there is room for more */
export function addBookmark(bookmarks: OrderBookmarks, key: readonly Cell[]): boolean {
  bookmarks.keys.push(key)
  bookmarks.characters += key.reduce<number>((sum, cell) => sum + String(cell).length, 0)
  return bookmarks.characters < MAX_KEY_CHARACTERS
}

function orderKey(plan: PagePlan): string {
  return JSON.stringify([totalKey(plan), plan.table.uniqueKey, plan.order])
}
