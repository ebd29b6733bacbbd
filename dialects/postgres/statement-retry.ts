/** Runs a statement again after errors of the server that are not its own. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import type { CompiledStatement } from '../../src/dialect/statement'
import { errorCode } from '../../src/error-code'
import { errorRoutine } from './error-routine'
import { preparedStatement, renewStatement } from './prepared-statement'

/**
 * Error codes of a statement that the server has rolled back because of others, and that can succeed at once: on a
 * standby, the replay of a vacuum cancels the statements that still need the removed rows.
 * https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
 */
const ROLLBACKS: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
])

/** Maximum number of times that a statement runs, for each of the two reasons. */
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
      if (isLast || !ROLLBACKS.has(errorCode(error))) throw error
    }
    await delay(DELAY * 2 ** (attempt - 1))
    deadline.restart()
  }
}

/**
 * A statement that was prepared before the types of its result changed fails until its session ends,
 * and every session of the pool may have prepared it. So it gets a new text and runs again.
 * @param attempts number of runs, this one included, before the server's error is thrown
 */
export function withFreshPlan<Result>(
  statement: CompiledStatement,
  run: () => Promise<Result>,
  attempts = MAX_ATTEMPTS,
): Promise<Result> {
  const { sql } = statement
  const used = preparedStatement(sql)
  return run().catch((error: unknown) => {
    if (!isOutdatedPlan(error)) throw error
    renewStatement(sql, used)
    if (attempts === 1) throw error
    return withFreshPlan(statement, run, attempts - 1)
  })
}

/** The error "cached plan must not change result type", whose code has other meanings too. */
function isOutdatedPlan(error: unknown): boolean {
  return errorRoutine(error) === 'RevalidateCachedQuery'
}
