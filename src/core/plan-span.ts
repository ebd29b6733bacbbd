/** Describes and plans in a span of OpenTelemetry. */
import { registeredTracing } from '../tracing/tracing'
import type { Planner } from './retry-on-change'

/** @returns `undefined` if no SDK is registered */
export function createPlanSpans(): ((planner: Planner) => Planner) | undefined {
  const tracing = registeredTracing()
  if (!tracing) return undefined
  return (planner) => ({
    ...planner,
    plan: () => tracing.within('plan', () => planner.plan()),
  })
}
