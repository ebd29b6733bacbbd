/**
 * Uses totals up to an age although the data has changed since they were counted. A total in use is
 * counted again in the background, so that requests rarely wait for a count.
 */
import {
  OutdatedTotalError,
  type CachedTotal,
  type PagePlan,
  type Reader,
  type ReadRequest,
  type ReadResult,
} from './reader'
import { SharedCounts } from './shared-counts'
import { totalKey, totalsByKey } from './total-cache'

export interface AgedTotalsOptions {
  /** Milliseconds since the start of the count. */
  readonly maxAge: number
  /** Waits for another request's statement, and counts as waiting for a connection. */
  readonly waitFor: (work: Promise<unknown>, signal?: AbortSignal) => Promise<void>
  /** The clock, in milliseconds. */
  readonly now: () => number
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal | undefined
}

interface AgedTotal {
  readonly cached: CachedTotal
  /** When its count started. */
  readonly startedAt: number
  /** Milliseconds that the count took. */
  readonly duration: number
}

/**
 * @param exact reads with exact totals
 * @param pages reads pages with the given totals
 */
export function withAgedTotals(
  exact: Reader,
  pages: Reader,
  { maxAge, waitFor, now, closing }: AgedTotalsOptions,
): Reader {
  const totals = totalsByKey<AgedTotal>()
  const counts = new SharedCounts(waitFor)
  /** Number of totals without a version of the data; each gets a version of its own. */
  let unversioned = 0

  const count = (request: ReadRequest, signal?: AbortSignal): Promise<ReadResult> => {
    const key = totalKey(request.plan)
    return counts.run(key, signal, async () => {
      const startedAt = now()
      const result = await exact.read(request, signal)
      const { total, version = { counter: `count ${++unversioned}`, token: '' } } = result
      totals.set(key, { cached: { version, total }, startedAt, duration: now() - startedAt })
      return { ...result, age: 0 }
    })
  }

  /** Counts early enough for the next total to be there when this one is too old. */
  const renew = (plan: PagePlan, { startedAt, duration }: AgedTotal): void => {
    const isDue = now() - startedAt > Math.min(maxAge / 2, maxAge - 2 * duration)
    if (isDue && !counts.isRunning(totalKey(plan))) {
      // If it fails, a later request reports the failure.
      count({ plan: firstRow(plan) }, closing).catch(() => undefined)
    }
  }

  const readWith = async (
    total: AgedTotal,
    request: ReadRequest,
    signal?: AbortSignal,
  ): Promise<ReadResult> => {
    const { cached, startedAt } = total
    const totalAge = now() - startedAt
    const result = await pages.read({ ...request, cached, isCounted: false, maxAge }, signal)
    const { rows, version, age = 0 } = result
    const isCurrent = version !== undefined
    const seen = rows.length === 0 ? 0 : request.plan.offset + rows.length
    return {
      ...result,
      // Rows were added since the count.
      total: Math.max(cached.total, seen),
      age: isCurrent ? age : Math.max(age, totalAge),
    }
  }

  return {
    read: async (request, signal) => {
      const { plan } = request
      const key = totalKey(plan)
      for (let mayWait = true; ;) {
        const total = totals.get(key)
        const isUsable = total !== undefined && now() - total.startedAt <= maxAge
        // Beyond the last row, only a count shows whether there are rows by now.
        if (isUsable && plan.offset < total.cached.total) {
          renew(plan, total)
          return readWith(total, request, signal).catch((error: unknown) => {
            if (error instanceof OutdatedTotalError) return count(request, signal)
            throw error
          })
        }
        if (!mayWait || isUsable || !counts.isRunning(key)) return count(request, signal)
        mayWait = await counts.wait(key, signal)
      }
    },
  }
}

/** Reads as little as possible beside the total. */
function firstRow(plan: PagePlan): PagePlan {
  return { ...plan, columns: [], order: [], offset: 0, limit: 1, shape: `total ${plan.shape}` }
}
