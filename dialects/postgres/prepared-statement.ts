/** Statements under names: a session's server parses and plans each of them once. */
import { createHash } from 'node:crypto'
import type { CompiledStatement } from '../../src/dialect/statement'

/** Statements that a session keeps prepared; the server holds a plan for each in memory. */
export const MOST_STATEMENTS = 200

interface PreparedStatement {
  readonly name: string
  readonly text: string
}

const prepared = new Map<string, PreparedStatement>()
let replacements = 0

/** Of one statement, while its table changes again and again. */
const MOST_TRIES = 5

export function preparedStatement(sql: string): PreparedStatement {
  return prepared.get(sql) ?? prepare(sql, sql)
}

function prepare(sql: string, text: string): PreparedStatement {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
  if (prepared.size >= 10 * MOST_STATEMENTS) prepared.clear()
  const statement = { name, text }
  prepared.set(sql, statement)
  return statement
}

/**
 * A statement that was prepared before its table got another type fails for the rest of its session,
 * and every session of the pool may have it. So it gets a new text, for all of them, and runs once
 * more: poolers know statements by their text, whatever their names.
 */
export async function withFreshPlan<Result>(
  { sql }: CompiledStatement,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const used = preparedStatement(sql)
    try {
      return await run()
    } catch (error) {
      if (!isOutdatedPlan(error) || tries === MOST_TRIES) throw error
      // Another session may have been first.
      if (prepared.get(sql) === used) prepare(sql, `${sql} /* ${++replacements} */`)
    }
  }
}

/**
 * "Cached plan must not change result type". The code alone says less, and the message is in the
 * server's language. https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
function isOutdatedPlan(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  )
}
