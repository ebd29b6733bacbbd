/** Describes and plans in a span of OpenTelemetry. */
import { registeredTracing } from '../tracing/tracing'
import type { ReadPlan } from './read-plan'

type RunInSpan = (makePlan: () => Promise<ReadPlan>) => Promise<ReadPlan>

/** @returns a function that runs another one, in a span if an SDK is registered */
export function createPlanSpan(): RunInSpan {
  const tracing = registeredTracing()
  if (!tracing) return (makePlan) => makePlan()
  return (makePlan) => tracing.within('plan', makePlan)
}
