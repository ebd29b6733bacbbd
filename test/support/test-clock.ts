/** A clock that a test advances, instead of waiting until caches expire. */
export interface TestClock {
  readonly now: () => number
  /** Advances the clock; by default, so that the catalogue cache and the last readiness expire. */
  readonly age: (milliseconds?: number) => void
}

/**
 * A clock for connections that runs a hundred times too fast. Connections treat data as unchanged only after
 * it has been unchanged for some time.
 */
export const fastClock = (): number => 100 * performance.now()

/** Milliseconds; more than the maximum age of the catalogue cache and of the readiness. */
const AGE = 1000

/** @param base the time without `age`; with a constant, caches expire by `age` only */
export function testClock(base: () => number = Date.now): TestClock {
  let ahead = 0
  return {
    now: () => base() + ahead,
    age: (milliseconds = AGE) => {
      ahead += milliseconds
    },
  }
}
