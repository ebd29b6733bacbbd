/** Whether this process lives, and whether it can do its work now. */

export type Readiness = 'ready' | 'starting' | 'unavailable' | 'stopping'

export interface Health {
  /** Asks the database, at most about once a second. */
  readiness(): Promise<Readiness>
  /** From now on it takes no more work. */
  stop(): void
}

/** Milliseconds for which an answer of the database holds. */
const MAX_AGE = 900

/**
 * @param answersQueries whether the database would answer a query now
 * @param now the clock by which its answer ages, in milliseconds
 */
export function createHealth(
  answersQueries: () => Promise<boolean>,
  now: () => number = Date.now,
): Health {
  let hasBeenReady = false
  let isStopping = false
  let asked: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  const ask = (): Promise<boolean> => {
    if (!asked || now() - asked.at > MAX_AGE) {
      asked = { at: now(), answer: answersQueries() }
    }
    return asked.answer
  }
  return {
    readiness: async () => {
      if (isStopping) return 'stopping'
      if (await ask()) {
        hasBeenReady = true
        return 'ready'
      }
      return hasBeenReady ? 'unavailable' : 'starting'
    },
    stop: () => {
      isStopping = true
    },
  }
}
