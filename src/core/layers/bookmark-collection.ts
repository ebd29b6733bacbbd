/** Collects bookmarks in the background, with short statements, so that other requests never wait for a long one. */
import type { Cell } from '../../dialect/schema'
import { isSameVersion } from '../data-version'
import type { PageWindow } from '../page-window'
import { hasOneRangeByNull } from '../ranges-by-null'
import {
  OutdatedTotalError,
  type PagePlan,
  type Reader,
  type ReadRequest,
  type ReadResult,
} from '../reader'
import { equalKeys, hasOneRangeBetween } from '../seek-condition'
import { addBookmark, type OrderBookmarks } from './seek-bookmarks'

interface BookmarkCollection {
  readonly plan: PagePlan
  /** The bookmarks so far, to which others are added. */
  readonly collected: OrderBookmarks
  /** Milliseconds that bookmarks may be old; 0: they need the version of the total. */
  readonly maxAge: number
  /** The clock, in milliseconds. */
  readonly now: () => number
  /** Aborted when the database is closed. */
  readonly closing: AbortSignal | undefined
}

/** Maximum number of rows that a statement passes to collect bookmarks. */
const MAX_PASSED = 8000

/**
 * Milliseconds after which collecting stops until the next deep page. Without an index for the order, each
 * statement reads the whole table.
 */
const MAX_DURATION = 2000

/** Milliseconds for all bookmarks of an order; if they would take longer, no more are collected. */
const MAX_WHOLE_DURATION = 60_000

/**
 * Collects until all bookmarks are there, or the time is over. After the next deep page, it continues from there.
 * @returns false if a read failed
 */
export async function collectBookmarks(
  reader: Reader,
  collection: BookmarkCollection,
): Promise<boolean> {
  const { collected, now } = collection
  const started = now()
  try {
    await collect(reader, collection)
    return true
  } catch {
    // The bookmarks so far are valid, and the next deep page collects more, unless a timeout ended this.
    collected.isCostly = now() - started >= MAX_DURATION
    return false
  }
}

async function collect(
  reader: Reader,
  { plan, collected, maxAge, now, closing }: BookmarkCollection,
): Promise<void> {
  const { cached, keys, step } = collected
  const columns = plan.order.map(({ key }) => ({ select: key.sql }))
  const keyPlan = { ...plan, columns, shapeKey: `keys ${plan.shapeKey}` }
  const started = now()
  const before = keys.length
  const missing = (): number => Math.ceil(cached.total / step) - 1 - keys.length
  let isEndOfRange = false
  while (missing() > 0) {
    const duration = now() - started
    if (duration >= MAX_DURATION) {
      const expected = (duration / (keys.length - before)) * missing()
      collected.isCostly = expected > MAX_WHOLE_DURATION
      return
    }
    const window = nextWindow(plan, collected, isEndOfRange)
    const request = { plan: keyPlan, window, cached, isCounted: false, maxAge }
    const { rows, version } = await readKeys(reader, request, closing)
    if (rows.length > 0 && !isSameVersion(cached.version, version)) collected.hasOneVersion = false
    isEndOfRange = window.step !== undefined && rows.length < window.take
    if (rows.length === 0 && !isEndOfRange) return
    for (const key of rows.slice(0, missing())) {
      if (!key.every(isExact) || !addBookmark(collected, key)) return
    }
  }
}

/**
 * If the range ends before the next bookmark, the statement returns no row, and so no version. The next
 * statement reads the following range too, and returns one.
 */
async function readKeys(
  reader: Reader,
  request: ReadRequest,
  closing: AbortSignal | undefined,
): Promise<Pick<ReadResult, 'rows' | 'version'>> {
  try {
    return await reader.read(request, closing)
  } catch (error) {
    if (error instanceof OutdatedTotalError && request.window?.step !== undefined)
      return { rows: [] }
    throw error
  }
}

/**
 * The window after the last bookmark: with the rows of several new bookmarks if one statement can return them, else
 * of one.
 * @param isEndOfRange whether the range of the last bookmark has no row of another one
 */
function nextWindow(
  plan: PagePlan,
  { keys, step }: OrderBookmarks,
  isEndOfRange: boolean,
): PageWindow {
  const values = keys.at(-1)
  const from = values && { offset: keys.length * step, values }
  const isSpaced = !isEndOfRange && canSpaceKeys(plan, keys)
  const take = isSpaced ? Math.floor(MAX_PASSED / step) : 1
  return take > 1
    ? { from, isBackward: false, skip: 0, take, step }
    : { from, isBackward: false, skip: step - 1, take: 1 }
}

/**
 * Whether one statement can return the keys of several bookmarks. They must be in one range: an order of several ranges
 * is expected to have more rows in a range that already has two bookmarks. In a distributed table, one server would
 * have to number the rows of the others.
 */
function canSpaceKeys({ table, order }: PagePlan, keys: OrderBookmarks['keys']): boolean {
  if (table.isDistributed || table.parts) return false
  if (hasOneRangeByNull(order)) return true
  const [previous, last] = keys.slice(-2)
  if (!previous || !last) return false
  const equal = equalKeys(previous, last)
  return hasOneRangeBetween(order.slice(equal), last.slice(equal), undefined)
}

/** Drivers decode bytes that are not valid UTF-8 as U+FFFD. */
function isExact(cell: Cell): boolean {
  return typeof cell !== 'string' || !cell.includes('\ufffd')
}
