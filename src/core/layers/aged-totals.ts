/**
 * Uses a total up to a maximum age even if the data has changed since the count. A total in use is counted
 * again in the background, so that requests rarely wait for a count.
 */
import type { Sessions } from '../../dialect/sessions/sessions'
import { inBackground } from '../../tracing/tracing'
import {
  OutdatedTotalError,
  readRequest,
  type CachedTotal,
  type PagePlan,
  type Reader,
  type ReadRequest,
  type ReadResult,
} from '../reader'
import { SharedCounts } from './shared-counts'
import { totalKey, totalsByKey } from './total-cache'

interface AgedTotalsOptions {
  /** Milliseconds since the start of the count; 0: every total is exact. */
  readonly maxAge: number
  /** Waits for another request's statement, and counts as waiting for a connection. */
  readonly waitFor: Sessions['waitInQueue']
  /** The clock, in milliseconds. */
  readonly now: () => number
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal | undefined
}

/** Maximum number of reads of a page whose total becomes too old while the page waits for a connection. */
const MAX_READS = 2

interface AgedTotal {
  readonly cached: CachedTotal
  /** When its count started. */
  readonly startedAt: number
  /** Milliseconds that the count took. */
  readonly duration: number
}

/**
 * @param exact counts
 * @param pages reads pages with the total of the request
 */
export function withAgedTotals(
  exact: Reader,
  pages: Reader,
  { maxAge, waitFor, now, closing }: AgedTotalsOptions,
): Reader {
  if (maxAge === 0) return exact
  const totals = totalsByKey<AgedTotal>()
  const counts = new SharedCounts(waitFor)
  /** Number of counts without a version of the data. Each gets a made-up version, which no other one equals. */
  let unversioned = 0

  const count = (request: ReadRequest, signal?: AbortSignal): Promise<ReadResult> => {
    const key = totalKey(request.plan)
    return counts.run(key, signal, async () => {
      const startedAt = now()
      const result = await exact.read(request, signal)
      const { total, version = { counter: `count ${++unversioned}`, token: '' } } = result
      const latest = totals.get(key)
      if (latest === undefined || latest.startedAt <= startedAt) {
        totals.set(key, { cached: { version, total }, startedAt, duration: now() - startedAt })
      }
      return { ...result, age: 0 }
    })
  }

  /** Counts again so early that the new total is ready before this one is too old. */
  const renew = (plan: PagePlan, { startedAt, duration }: AgedTotal): void => {
    const isDue = now() - startedAt > Math.min(maxAge / 2, maxAge - 2 * duration)
    if (isDue && !counts.isRunning(totalKey(plan))) {
      // If it fails, a later request reports the failure.
      inBackground(() => count(readRequest(firstRow(plan)), closing)).catch(() => undefined)
    }
  }

  /** @returns `undefined` if the total or a bookmark is outdated, or too old by the end of the read */
  const readWith = async (
    { cached, startedAt }: AgedTotal,
    request: ReadRequest,
    signal?: AbortSignal,
  ): Promise<ReadResult | undefined> => {
    try {
      const result = await pages.read({ ...request, cached, isCounted: false, maxAge }, signal)
      const { rows, version, age: bookmarkAge = 0 } = result
      const age = version === undefined ? Math.max(bookmarkAge, now() - startedAt) : bookmarkAge
      if (age > maxAge) return undefined
      const seen = rows.length === 0 ? 0 : request.plan.offset + rows.length
      // Rows may have been added since the count.
      return { ...result, total: Math.max(cached.total, seen), age }
    } catch (error) {
      if (error instanceof OutdatedTotalError) return undefined
      throw error
    }
  }

  return {
    read: async (request, signal) => {
      const { plan } = request
      const key = totalKey(plan)
      let reads = 0
      let mayWait = true
      for (;;) {
        const total = totals.get(key)
        const isUsable = total !== undefined && now() - total.startedAt <= maxAge
        // Only a count shows whether there are rows beyond the last known one by now.
        if (isUsable && plan.offset < total.cached.total && reads < MAX_READS) {
          reads++
          renew(plan, total)
          const page = await readWith(total, request, signal)
          if (page) return page
          continue
        }
        if (!mayWait || isUsable || !counts.isRunning(key)) return count(request, signal)
        const mayWaitAgain = await counts.wait(key, signal)
        // The count can take so long that its total is too old already: then so will the next one.
        mayWait = mayWaitAgain && totals.get(key) === total
      }
    },
  }
}

/** The plan of the same total with as few other cells as possible. */
function firstRow(plan: PagePlan): PagePlan {
  return {
    ...plan,
    columns: [],
    order: [],
    offset: 0,
    limit: 1,
    shapeKey: `total ${plan.shapeKey}`,
  }
}
