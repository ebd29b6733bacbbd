/** A clock that a test advances, instead of waiting until caches expire. */
export interface TestClock {
  readonly now: () => number
  readonly advance: (milliseconds: number) => void
  /** Advances the clock until the catalogue cache and the last readiness expire. */
  readonly expireCaches: () => void
}

/**
 * A clock for connections that runs a hundred times too fast. Connections treat data as unchanged only after
 * it has been unchanged for some time.
 */
export const fastClock = (): number => 100 * performance.now()

/** Milliseconds; more than the maximum age of the catalogue cache and of the readiness. */
const MAX_AGE = 1000

/** @param base the time without advances; with a constant, only an advance expires caches */
export function testClock(base: () => number = Date.now): TestClock {
  let ahead = 0
  const advance = (milliseconds: number): void => {
    ahead += milliseconds
  }
  return {
    now: () => base() + ahead,
    advance,
    expireCaches: () => {
      advance(MAX_AGE)
    },
  }
}
