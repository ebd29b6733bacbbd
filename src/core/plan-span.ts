/** Describes and plans in a span, if an SDK of OpenTelemetry is registered. */
import { registeredTracing } from '../tracing/tracing'
import type { Planner } from './retry-on-change'

export function createPlanSpans(): (planner: Planner) => Planner {
  const tracing = registeredTracing()
  if (!tracing) return (planner) => planner
  return (planner) => ({
    ...planner,
    plan: () => tracing.within('plan', () => planner.plan()),
  })
}
