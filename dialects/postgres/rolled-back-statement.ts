import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../../src/dialect/driver-error'

/**
 * Error codes of a statement that the server has rolled back because of others, and that can succeed at once: on a
 * standby, the replay of a vacuum cancels the statements that still need the removed rows.
 * https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
 */
const CODES: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
])

/** Maximum number of times that a statement runs; the time of all is limited like that of one. */
const MAX_ATTEMPTS = 5

/** Milliseconds before the second attempt, doubled before each further one: the replay may not have gone on yet. */
const DELAY = 10

/** Runs a read again while the server rolls it back. */
export async function unlessRolledBack<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!CODES.has(errorCode(error)) || attempt === MAX_ATTEMPTS) throw error
    }
    await delay(DELAY * 2 ** (attempt - 1))
  }
}
