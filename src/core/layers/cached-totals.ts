/** Omits the count while the data has the same version as at the last count. */
import type { ChangeDetection } from '../../dialect/dialect'
import type { Sessions } from '../../dialect/sessions/sessions'
import { isSameVersion } from '../data-version'
import { OutdatedTotalError, type Reader, type ReadRequest, type ReadResult } from '../reader'
import { SharedCounts } from './shared-counts'
import type { SharedSnapshots } from './shared-snapshots'
import { TotalCache, totalKey } from './total-cache'

interface CachedTotalsOptions {
  /** Reads pages whose total can probably not be cached; default: the reader. */
  readonly counting?: SharedSnapshots | undefined
  readonly changes: ChangeDetection
  /** Waits for another request's statement, and counts as waiting for a connection. */
  readonly waitFor: Sessions['waitInQueue']
}

export function withCachedTotals(
  reader: Reader,
  { changes, waitFor, counting }: CachedTotalsOptions,
): Reader {
  const totals = new TotalCache()
  const counts = new SharedCounts(waitFor)

  /**
   * Whether the data changes so often that a page read without a count would often have to be read again with
   * one. Then a single statement compares the token, and counts if it differs.
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
    const cached = totals.get(key)
    if (!cached || cached.version.counter !== counter) return undefined
    if (request.plan.offset >= cached.total) {
      // The page has no rows. A statement is only necessary to read the token of its snapshot.
      if (changes.snapshotToken !== undefined) return undefined
      await changes.refresh?.(signal)
      return changes.counter() === counter ? { rows: [], ...cached } : undefined
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
   * @param counter before the read
   * @param shared the key under which other requests wait for this count; absent if none may
   * @returns `undefined` if a releasable read was released, because another request's count is cached
   */
  const readWithCount = async (
    request: ReadRequest,
    counter: string | undefined,
    { shared, isReleasable }: { shared: string | undefined; isReleasable: boolean },
    signal: AbortSignal | undefined,
  ): Promise<ReadResult | undefined> => {
    const key = totalKey(request.plan)
    const latest = totals.get(key)
    const cached = latest?.version.counter === counter ? latest : undefined
    const result =
      shared === undefined
        ? await (counting ?? reader).read({ ...request, cached }, signal, isReleasable)
        : await counts.run(shared, signal, () => reader.read({ ...request, cached }, signal))
    if (!result?.version) return result
    const { total, version } = result
    if (cached && isSameVersion(version, cached.version)) totals.markUsed(key)
    // Other pages of the same snapshot have the same version.
    else if (!isSameVersion(version, totals.get(key)?.version)) {
      totals.set(key, { total, version })
      if (!isVolatile(key)) counting?.release(key)
    }
    return result
  }

  return {
    read: async (request, signal) => {
      const { plan } = request
      if (!plan.table.isTracked) return reader.read(request, signal)
      const key = totalKey(plan)
      let counter = changes.counter()
      let isReleasable = true
      let mayWait = true
      for (;;) {
        const page = await readWithCachedTotal(request, counter, signal)
        if (page) {
          totals.markUsed(key)
          return page
        }
        counter = changes.counter()
        const shared =
          mayWait && counter !== undefined && !isVolatile(key) ? countKey(key, counter) : undefined
        if (shared !== undefined && counts.isRunning(shared)) {
          // The data may have changed since that count started, so its total is checked too.
          mayWait = await counts.wait(shared, signal)
        } else {
          const counted = await readWithCount(request, counter, { shared, isReleasable }, signal)
          if (counted) return counted
          // Only one release: if the data changes after each count, the request must not wait for ever.
          isReleasable = false
        }
        counter = changes.counter()
      }
    },
  }
}

/** A count that started before a change of the data is of no use to later requests. */
function countKey(key: string, counter: string): string {
  return `${counter} ${key}`
}
