/** Omits the count while the data has the same version as at the last count. */
import type { ChangeDetection } from '../dialect/dialect'
import { SupersededError } from '../dialect/sessions/session-errors'
import { isSameVersion } from './data-version'
import { OutdatedTotalError, type Reader, type ReadResult } from './reader'
import { SharedCounts } from './shared-counts'
import { TotalCache, totalKey } from './total-cache'

export interface CachedTotalsOptions {
  readonly changes: ChangeDetection | undefined
  /** Waits for another request's statement, and counts as waiting for a connection. */
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
      if (plan.table.isTracked !== true) return reader.read(request, signal)
      // Another reading follows each use of a cached total, so this one may be from before.
      let counter = changes.recentCounter?.() ?? changes.counter()
      if (counter === undefined) {
        // While the request waits for a connection, the counter can become known. Then it uses the total of
        // another request, or counts for the others.
        const isSuperseded = (): boolean => changes.counter() !== undefined
        try {
          return await reader.read({ ...request, isSuperseded }, signal)
        } catch (error) {
          if (!(error instanceof SupersededError)) throw error
          counter = changes.counter()
        }
      }
      const key = totalKey(plan)

      /** The page with the cached total; `undefined` if the cached total is outdated. */
      const readWithCachedTotal = async (): Promise<ReadResult | undefined> => {
        const cached = totals.get(key)
        if (!cached || cached.version.counter !== counter) return undefined
        if (plan.offset >= cached.total) {
          // The page has no rows. A statement is only necessary to read the token of its snapshot.
          if (changes.snapshotToken !== undefined) return undefined
          await changes.refresh?.(signal)
          return changes.counter() === counter ? { ...cached, rows: [] } : undefined
        }
        // The data changes often, so a page without a count would often be read again with a count.
        // One statement then compares the token and counts.
        if (changes.snapshotToken !== undefined && totals.isVolatile(key)) return undefined
        try {
          return await reader.read({ ...request, cached, isCounted: false }, signal)
        } catch (error) {
          if (error instanceof OutdatedTotalError) return undefined
          throw error
        }
      }

      for (let mayWait = true; ;) {
        const page = await readWithCachedTotal()
        if (page) {
          totals.markUsed(key)
          return page
        }
        if (mayWait && counts.isRunning(key) && !totals.isVolatile(key)) {
          // The data may have changed since that count started, so its total is checked too.
          mayWait = await counts.wait(key, signal)
          counter = changes.counter()
          continue
        }
        const latest = totals.get(key)
        const cached = latest?.version.counter === changes.counter() ? latest : undefined
        const read = (): Promise<ReadResult> => reader.read({ ...request, cached }, signal)
        const result = await counts.run(key, signal, read)
        const { total, version } = result
        if (version && cached && isSameVersion(version, cached.version)) totals.markUsed(key)
        else if (version) totals.set(key, { total, version })
        return result
      }
    },
  }
}
