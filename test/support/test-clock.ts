/** A clock that a test advances, instead of waiting until caches expire. */
export interface TestClock {
  readonly now: () => number
  /** Makes the catalogue cache and the last readiness expire. */
  readonly age: () => void
}

/** Milliseconds; more than the maximum age of the catalogue cache and of the readiness. */
const AGE = 1000

/** @param base the time without `age`; with a constant, caches expire by `age` only */
export function testClock(base: () => number = Date.now): TestClock {
  let ahead = 0
  return {
    now: () => base() + ahead,
    age: () => {
      ahead += AGE
    },
  }
}
