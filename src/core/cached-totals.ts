/** Spares the count while the data has the version that its total was counted in. */
import type { ChangeToken } from '../dialect/dialect'
import { isSameVersion } from './data-version'
import { OutdatedTotalError, type Reader, type ReadResult } from './reader'
import { SharedCounts } from './shared-counts'
import { TotalCache, totalKey } from './total-cache'

export interface CachedTotalsOptions {
  readonly changes: ChangeToken | undefined
  /** Waits for another request's statement, with a place in the queue for a connection. */
  readonly waitFor: (work: Promise<unknown>, signal?: AbortSignal) => Promise<void>
}

export function withCachedTotals(
  reader: Reader,
  { changes, waitFor }: CachedTotalsOptions,
): Reader {
  if (!changes) return reader
  const totals = new TotalCache()
  const counts = new SharedCounts(waitFor)

  return {
    read: async (request, signal) => {
      const { plan } = request
      const { isTracked = false } = plan.table
      let around = isTracked ? changes.around() : undefined
      if (around === undefined) return reader.read(request, signal)
      const key = totalKey(plan)

      /** The page with the cached total; `undefined` when that is out of date. */
      const readWithCached = async (): Promise<ReadResult | undefined> => {
        const cached = totals.get(key)
        if (!cached || cached.version.around !== around) return undefined
        if (plan.offset >= cached.total) {
          // There is no row to read; only a token of a snapshot needs a statement.
          return changes.inSnapshot === undefined ? { ...cached, rows: [] } : undefined
        }
        // While the data changes all the time, the token is compared by the statement that counts.
        if (changes.inSnapshot !== undefined && totals.isVolatile(key)) return undefined
        try {
          return await reader.read({ ...request, cached, isCounted: false }, signal)
        } catch (error) {
          if (error instanceof OutdatedTotalError) return undefined
          throw error
        }
      }

      for (let mayFollow = true; ;) {
        const page = await readWithCached()
        if (page) {
          totals.used(key)
          return page
        }
        if (mayFollow && counts.isRunning(key) && !totals.isVolatile(key)) {
          // That count may have begun before the last change, so its total is checked like any other.
          mayFollow = await counts.follow(key, signal)
          around = changes.around()
          continue
        }
        const last = totals.get(key)
        const cached = last?.version.around === changes.around() ? last : undefined
        const read = (): Promise<ReadResult> => reader.read({ ...request, cached }, signal)
        const result = await counts.run(key, signal, read)
        const { total, version } = result
        if (version && cached && isSameVersion(version, cached.version)) totals.used(key)
        else if (version) totals.set(key, { total, version })
        return result
      }
    },
  }
}
