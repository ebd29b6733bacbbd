/** Reads again, by a new plan, when the table has changed since it was described. */
import { TableChangedError } from '../dialect/table-changed'
import { databaseError } from './errors'
import { isSamePlan, withoutComparison } from './plan-comparison'
import type { ReadPlan } from './read-plan'
import type { Reader, ReadResult } from './reader'

/** Reads of a table that changes again and again meanwhile. */
const MAX_ATTEMPTS = 3

export interface Planning {
  /** Plans by what the catalogue says of the table. */
  plan(): Promise<ReadPlan>
  /**
   * Has the next plan look at the catalogue again.
   * @returns whether the plan was by an earlier look than the last
   */
  forget(plan: ReadPlan): boolean
}

/** @throws like `Reader.read`, but ApiError instead of TableChangedError; what the planning throws */
export async function retryOnChange(
  reader: Reader,
  planning: Planning,
  signal: AbortSignal | undefined,
): Promise<{ readonly plan: ReadPlan; readonly result: ReadResult }> {
  let plan = await planning.plan()
  for (let attempt = 1; ; attempt++) {
    try {
      return { plan, result: await reader.read({ plan }, signal) }
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TableChangedError)) throw error
      const outdated = plan
      const isDescribedAnew = planning.forget(outdated)
      plan = await planning.plan()
      const isFutile = isDescribedAnew && isSamePlan(plan, outdated)
      if (!isFutile && attempt < MAX_ATTEMPTS) continue
      if (error.cause !== undefined) throw databaseError(error.cause)
      // It was changed and changed back, or the driver and the catalogue call the same type by
      // different names. No encoder writes what is no JSON, so the result needs no comparison; but
      // nothing may be cached by it.
      const unchecked = withoutComparison(plan)
      return { plan: unchecked, result: await reader.read({ plan: unchecked }, signal) }
    }
  }
}
