/** A clock that a test puts forward instead of waiting for what is cached to age. */
export interface TestClock {
  readonly now: () => number
  /** Every cached answer about tables and readiness is now too old to be used. */
  readonly age: () => void
}

/** Milliseconds: more than the maximum age of the catalogue cache and of the readiness. */
const AGE = 1000

export function testClock(): TestClock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    age: () => {
      ahead += AGE
    },
  }
}
