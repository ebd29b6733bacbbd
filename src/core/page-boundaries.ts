/**
 * Remembered places of a table, one every so many rows, so that a deep page is read from the nearest
 * instead of from the first row. They hold under the same proof as a total, and for one order.
 */
import { LRUCache } from 'lru-cache'
import type { ChangeToken } from '../dialect/dialect'
import type { Cell } from '../dialect/schema'
import { comparedToken, isProven, totalKey, type KeptTotal } from './kept-totals'
import type { Boundary, PageWindow } from './page-window'
import type { ReadPlan } from './read-plan'
import { LEADING_CELLS } from './read-statement'
import type { PagePlan, TotalRequest } from './statement-parts'
import { seekTerms } from './seek-condition'

export interface PageBoundaries {
  /** The last at or before the page and the first at or behind its end. */
  near(plan: ReadPlan, kept: KeptTotal): Boundary[]
  /** To be told of a page that was read through this window: a long way makes places worth remembering. */
  visit(plan: ReadPlan, kept: KeptTotal, changes: ChangeToken, window: PageWindow): void
}

type ReadPage = (
  plan: PagePlan,
  window: PageWindow,
  request: TotalRequest,
  signal?: AbortSignal,
) => Promise<Cell[][]>

/** Searches and orders whose places are remembered at a time. */
const MOST_ORDERS = 32

/** Places of one order: a page of 10 million rows is then at most 125 rows away from one. */
const MOST_PLACES = 40_000

/** Characters of the keys of one order: 400 for each place, so that long texts reach the last page too. */
const LONGEST_KEYS = 16_000_000

/** Bytes of all places, roughly, and of one without the characters of its keys. */
const MOST_BYTES = 48 * 1024 * 1024
const PLACE_BYTES = 150

/** Passing over so many times the rows between two places makes them worth remembering. */
const FAR = 4

interface Places {
  readonly kept: KeptTotal
  readonly step: number
  /** Characters of the keys so far. */
  length: number
  /** Keys of the rows number step - 1, 2 * step - 1, and so on. */
  readonly keys: (readonly Cell[])[]
}

export function createPageBoundaries(
  readPage: ReadPage,
  leastStep: number,
  closing?: AbortSignal,
): PageBoundaries {
  const orders = new LRUCache<string, Places>({
    max: MOST_ORDERS,
    maxSize: MOST_BYTES,
    // Those that are still to come have their room from the beginning.
    sizeCalculation: ({ kept, step, length }) =>
      Math.ceil(kept.total / step) * PLACE_BYTES + length + 1,
  })
  let isFilling = false

  const placesOf = (plan: ReadPlan, kept: KeptTotal): Places | undefined => {
    if (!plan.table.identity || !seekTerms(plan.order)) return undefined
    const places = orders.get(orderKey(plan))
    if (places && isSameProof(places.kept, kept)) return places
    const step = Math.max(leastStep, Math.ceil(kept.total / MOST_PLACES))
    return { kept, step, length: 0, keys: [] }
  }

  /** Step by step, each a statement of its own, so that nothing else ever waits for more than one. */
  const fill = async (plan: ReadPlan, changes: ChangeToken, places: Places): Promise<void> => {
    const { kept, keys, step } = places
    const columns = plan.order.map(({ key }) => ({ select: key.sql }))
    const request = { token: comparedToken(plan.table, changes), kept, isCounted: false }
    while ((keys.length + 1) * step < kept.total && places.length < LONGEST_KEYS) {
      const values = keys.at(-1)
      const from = values && { offset: keys.length * step, values }
      const window = { ...(from && { from }), isBackward: false, skip: step - 1, take: 1 }
      const rows = await readPage({ ...plan, columns }, window, request, closing)
      const key = rows[0]?.slice(LEADING_CELLS)
      if (!key || !isProven(rows, kept, changes) || !key.every(isExact)) return
      keys.push(key)
      places.length += key.reduce<number>((sum, cell) => sum + String(cell).length, 0)
    }
  }

  return {
    near: (plan, kept) => {
      const { keys = [], step = 1 } = placesOf(plan, kept) ?? {}
      const end = Math.min(plan.offset + plan.limit, kept.total)
      const before = Math.min(Math.floor(plan.offset / step), keys.length)
      return [before, Math.ceil(end / step)].flatMap((place) => {
        const values = keys[place - 1]
        return values ? [{ offset: place * step, values }] : []
      })
    },
    visit: (plan, kept, changes, window) => {
      if (isFilling || window.skip < FAR * leastStep) return
      const places = placesOf(plan, kept)
      if (!places || window.skip < places.step) return
      const key = orderKey(plan)
      orders.set(key, places)
      isFilling = true
      fill(plan, changes, places)
        // Whatever ends it, the places so far are true, and the next long way goes on from there.
        .catch(() => undefined)
        .finally(() => {
          // By the size that it has now.
          if (orders.peek(key) === places) orders.set(key, places)
          isFilling = false
        })
    },
  }
}

function orderKey(plan: ReadPlan): string {
  return JSON.stringify([totalKey(plan), plan.table.identity, plan.order])
}

function isSameProof(a: KeptTotal, b: KeptTotal): boolean {
  return a.around === b.around && a.token === b.token
}

/** A text that is no valid UTF-8 in the database arrives with this character in its place. */
function isExact(cell: Cell): boolean {
  return typeof cell !== 'string' || !cell.includes('\ufffd')
}
