/** Plans and reads again if the table has changed since it was described. */
import type { TableSchema } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import { databaseError } from './errors'
import type { ReadPlan } from './read-plan'
import type { ReadResult } from './reader'

/** Maximum number of reads that detect a change of the table. One more follows, without detection. */
const MAX_ATTEMPTS = 3

/** The steps of a query that a change of the table repeats. */
export interface QuerySteps {
  /** Plans the query with the cached description of the table. */
  plan(): Promise<ReadPlan>
  /** @throws TableChangedError if the table differs from its description */
  read(plan: ReadPlan): Promise<ReadResult>
  /**
   * Drops the plan's description from the cache, so that the next plan reads the catalogue again.
   * @returns false if it was dropped before; the next description may then be older than the failed
   *   read
   */
  forget(plan: ReadPlan): boolean
  /**
   * Descriptions that still match the catalogue although statements on the table fail, for example those of a view
   * whose function needs a dropped table. Further failures do not cause reads of the catalogue.
   */
  readonly failing: WeakSet<TableSchema>
}

/**
 * Plans and reads.
 * @throws ApiError DATABASE_ERROR if the read fails because the table keeps changing; else as the steps
 */
export async function retryOnChange(
  steps: QuerySteps,
  signal: AbortSignal | undefined,
): Promise<{ readonly plan: ReadPlan; readonly result: ReadResult }> {
  let plan = await steps.plan()
  for (let attempt = 1; ; attempt++) {
    try {
      return { plan, result: await steps.read(plan) }
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TableChangedError)) throw error
      const hasFailed = error.cause !== undefined
      if (hasFailed && steps.failing.has(plan.table)) throw databaseError(error.cause)
      const outdated = plan
      const hasNewDescription = steps.forget(outdated)
      plan = await steps.plan()
      // A statement that failed is read again even if the plan is the same: its table may have been
      // changed and changed back, as by two renames.
      const isUnchanged = hasNewDescription && isSamePlan(plan, outdated)
      if ((hasFailed || !isUnchanged) && attempt < MAX_ATTEMPTS) continue
      if (hasFailed) {
        if (isUnchanged) steps.failing.add(plan.table)
        throw databaseError(error.cause)
      }
      // The table keeps changing, was changed and changed back, or the driver and the catalogue have
      // different names for the same type. The result needs no comparison, because every encoder writes valid
      // JSON for any cell; but without the comparison, nothing may be cached.
      const unchecked = withoutChangeDetection(plan)
      return { plan: unchecked, result: await steps.read(unchecked) }
    }
  }
}

/** Whether both plans make the same statements. The comparison as JSON omits functions, which only encode values. */
function isSamePlan(a: ReadPlan, b: ReadPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * The same plan without result types, unique key, parts and data version, so that its read does not
 * detect a changed table and does not depend on its description.
 */
function withoutChangeDetection(plan: ReadPlan): ReadPlan {
  return {
    ...plan,
    table: {
      ...plan.table,
      isTracked: false,
      uniqueKey: undefined,
      parts: undefined,
      unchangedCondition: undefined,
    },
    columns: plan.columns.map((column) => ({ ...column, resultType: undefined })),
  }
}
