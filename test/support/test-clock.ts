/** A clock that a test puts forward instead of waiting for what is cached to age. */
export interface TestClock {
  readonly now: () => number
  /** Every cached answer about tables and readiness is now too old to be used. */
  readonly age: () => void
}

/** Milliseconds: more than the maximum age of the catalogue cache and of the readiness. */
const AGE = 1000

/** @param base the time without `age`; one that stands still keeps what is cached from aging by itself */
export function testClock(base: () => number = Date.now): TestClock {
  let ahead = 0
  return {
    now: () => base() + ahead,
    age: () => {
      ahead += AGE
    },
  }
}
