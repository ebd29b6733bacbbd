/** Readiness of this process. */
import { monotonicClock } from '../../clock'

export type Readiness = 'ready' | 'starting' | 'unavailable' | 'stopping'

export interface Health {
  /** Checks the database, at most about once a second. */
  readiness(): Promise<Readiness>
  /** Reports `unavailable` instead of `starting` from now on: the service has started. */
  started(): void
  /** Reports `stopping` from now on. */
  stop(): void
}

/** Milliseconds until a result of the check expires. */
const MAX_AGE = 900

/**
 * @param isReady whether a query would succeed now
 * @param now the clock, in milliseconds
 */
export function createHealth(
  isReady: () => Promise<boolean>,
  now: () => number = monotonicClock,
): Health {
  let hasStarted = false
  let isStopping = false
  let latest: { readonly at: number; readonly result: Promise<boolean> } | undefined
  const check = (): Promise<boolean> => {
    if (!latest || now() - latest.at > MAX_AGE) {
      latest = { at: now(), result: isReady() }
    }
    return latest.result
  }
  return {
    readiness: async () => {
      if (isStopping) return 'stopping'
      if (await check()) {
        hasStarted = true
        return 'ready'
      }
      return hasStarted ? 'unavailable' : 'starting'
    },
    started: () => {
      hasStarted = true
    },
    stop: () => {
      isStopping = true
    },
  }
}
