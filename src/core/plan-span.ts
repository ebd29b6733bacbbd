/** Describes and plans in a span, if an SDK of OpenTelemetry is registered. */
import { registeredTracing } from '../tracing/tracing'
import type { Planning } from './retry-on-change'

export function createPlanSpans(): (planning: Planning) => Planning {
  const tracing = registeredTracing()
  if (!tracing) return (planning) => planning
  return (planning) => ({
    ...planning,
    plan: () => tracing.within('plan', () => planning.plan()),
  })
}
