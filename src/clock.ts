/** Milliseconds, for durations. Unlike `Date.now`, it does not go back when the time of day is corrected. */
export function monotonicClock(): number {
  return performance.now()
}
