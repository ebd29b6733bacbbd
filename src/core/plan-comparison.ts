/** Compares the plans of one query from an earlier and a later description of its table. */
import type { ReadPlan } from './read-plan'

/** Whether both plans make the same statements. JSON omits functions, which only encode values. */
export function isSamePlan(a: ReadPlan, b: ReadPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * The same plan without result types, unique key, parts and data version, so that its read does not
 * detect a changed table and does not depend on its description.
 */
export function withoutChangeDetection(plan: ReadPlan): ReadPlan {
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
