import { setTimeout as delay } from 'node:timers/promises'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import { errorCode } from '../../src/error-code'

/**
 * Error codes of a statement that the server has rolled back because of others, and that can succeed at once: on a
 * standby, the replay of a vacuum cancels the statements that still need the removed rows.
 * https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
 */
const CODES: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
])

const MAX_ATTEMPTS = 5

/** Milliseconds before the second attempt, doubled before each further one: the replay may not have gone on yet. */
const DELAY = 10

/**
 * Runs a read again while the server rolls it back, and the statement timeout has not passed.
 * @param timeout milliseconds
 */
export async function unlessRolledBack<Result>(
  timeout: number,
  deadline: Deadline,
  run: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + timeout
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const isLast = attempt === MAX_ATTEMPTS || performance.now() > end
      if (isLast || !CODES.has(errorCode(error))) throw error
    }
    await delay(DELAY * 2 ** (attempt - 1))
    deadline.restart()
  }
}
