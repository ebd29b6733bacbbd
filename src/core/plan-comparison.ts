/** What a plan is to the next one, when its table has changed since it was described. */
import type { ReadPlan } from './read-plan'

/** By everything that statements are made of; functions write only the values that came back. */
export function isSamePlan(a: ReadPlan, b: ReadPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The same read, whatever types its result has and by no key; so nothing is proven by it. */
export function withoutComparison(plan: ReadPlan): ReadPlan {
  return {
    ...plan,
    table: { ...plan.table, isTracked: false, identity: undefined, describedWhile: undefined },
    columns: plan.columns.map((column) => ({ ...column, resultType: undefined })),
  }
}
