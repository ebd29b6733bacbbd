/** Compares the plans of one query before and after its table was described again. */
import type { ReadPlan } from './read-plan'

/** Whether both make the same statements. JSON leaves the functions out, which only write values. */
export function isSamePlan(a: ReadPlan, b: ReadPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The same read without checks of its result's types, without a unique key and without a version. */
export function withoutComparison(plan: ReadPlan): ReadPlan {
  return {
    ...plan,
    table: { ...plan.table, isTracked: false, uniqueKey: undefined, describedWhile: undefined },
    columns: plan.columns.map((column) => ({ ...column, resultType: undefined })),
  }
}
