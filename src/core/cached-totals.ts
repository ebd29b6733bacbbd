/** Omits the count while the data has the same version as at the last count. */
import type { ChangeDetection } from '../dialect/dialect'
import { SupersededError } from '../dialect/sessions/session-errors'
import { isSameVersion } from './data-version'
import {
  OutdatedTotalError,
  type CachedTotal,
  type Reader,
  type ReadRequest,
  type ReadResult,
} from './reader'
import { SharedCounts } from './shared-counts'
import { TotalCache, totalKey } from './total-cache'

export interface CachedTotalsOptions {
  readonly changes: ChangeDetection | undefined
  /** Waits for another request's statement, and counts as waiting for a connection. */
  readonly waitFor: (work: Promise<unknown>, signal?: AbortSignal) => Promise<void>
}

/**
 * Number of times that a request gives up its own count for the one of another request. If the data changes
 * during each of those, the request then counts by itself.
 */
const MAX_SHARED_COUNTS = 3

export function withCachedTotals(
  reader: Reader,
  { changes, waitFor }: CachedTotalsOptions,
): Reader {
  if (!changes) return reader
  const totals = new TotalCache()
  const counts = new SharedCounts(waitFor)
  let lastReading: string | undefined
  const readCounter = (): string | undefined => (lastReading = changes.counter())

  /** The counter while many requests wait and ask for it often, so it may be the last reading. */
  const cheapCounter = (): string | undefined =>
    changes.recentCounter ? lastReading : changes.counter()

  const totalAt = (counter: string | undefined, key: string): CachedTotal | undefined => {
    const cached = totals.get(key)
    return cached?.version.counter === counter ? cached : undefined
  }

  /**
   * Whether the data changes so often that a page without a count would often be read again with a count.
   * One statement then compares the token and counts.
   */
  const isVolatile = (key: string): boolean =>
    changes.snapshotToken !== undefined && totals.isVolatile(key)

  /** The page with the cached total; `undefined` if the cached total is outdated. */
  const readWithCachedTotal = async (
    request: ReadRequest,
    counter: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ReadResult | undefined> => {
    const key = totalKey(request.plan)
    const cached = totalAt(counter, key)
    if (!cached) return undefined
    if (request.plan.offset >= cached.total) {
      // The page has no rows. A statement is only necessary to read the token of its snapshot.
      if (changes.snapshotToken !== undefined) return undefined
      await changes.refresh?.(signal)
      return changes.counter() === counter ? { ...cached, rows: [] } : undefined
    }
    if (isVolatile(key)) return undefined
    try {
      return await reader.read({ ...request, cached, isCounted: false }, signal)
    } catch (error) {
      if (error instanceof OutdatedTotalError) return undefined
      throw error
    }
  }

  /**
   * Reads the page and counts.
   * @param mayShare whether the request may give up its count while it waits for a connection
   * @returns `undefined` if it has given up
   */
  const readWithCount = async (
    request: ReadRequest,
    mayShare: boolean,
    signal: AbortSignal | undefined,
  ): Promise<ReadResult | undefined> => {
    const key = totalKey(request.plan)
    const counter = readCounter()
    const cached = totalAt(counter, key)
    // The total of this count could not be cached any more, or another request has cached it.
    const isSuperseded = (): boolean => {
      const current = cheapCounter()
      if (current === undefined) return false
      return current !== counter || totalAt(counter, key) !== cached
    }
    const read = (): Promise<ReadResult> =>
      reader.read({ ...request, cached, isSuperseded: mayShare ? isSuperseded : undefined }, signal)
    try {
      const isShared = counter !== undefined
      const result = await (isShared ? counts.run(countKey(key, counter), signal, read) : read())
      const { total, version } = result
      if (version && cached && isSameVersion(version, cached.version)) totals.markUsed(key)
      else if (version) totals.set(key, { total, version })
      return result
    } catch (error) {
      if (error instanceof SupersededError) return undefined
      throw error
    } finally {
      readCounter()
    }
  }

  return {
    read: async (request, signal) => {
      const { plan } = request
      if (plan.table.isTracked !== true) return reader.read(request, signal)
      const key = totalKey(plan)
      // Another reading follows each use of a cached total, so this one may be from before.
      let counter = changes.recentCounter?.() ?? readCounter()
      for (let sharedCounts = 0; ;) {
        const page = await readWithCachedTotal(request, counter, signal)
        if (page) {
          totals.markUsed(key)
          return page
        }
        const mayShare = sharedCounts < MAX_SHARED_COUNTS && !isVolatile(key)
        counter = readCounter()
        if (mayShare && counter !== undefined && counts.isRunning(countKey(key, counter))) {
          const isCached = await counts.wait(countKey(key, counter), signal)
          const isUnchanged = readCounter() === counter
          // A failure that no change of the data explains would come again.
          sharedCounts = isUnchanged && !isCached ? MAX_SHARED_COUNTS : sharedCounts + 1
        } else {
          const counted = await readWithCount(request, mayShare, signal)
          if (counted) return counted
          sharedCounts++
        }
        counter = lastReading
      }
    },
  }
}

/** A count that started before a change of the data is of no use to later requests. */
function countKey(key: string, counter: string): string {
  return `${counter} ${key}`
}
