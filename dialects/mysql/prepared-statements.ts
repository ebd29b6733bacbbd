/** The statements that each session has prepared. They count for a limit of the server, which all its clients share. */
import { setTimeout as delay } from 'node:timers/promises'
import type { QueryOptions } from 'mysql2'
import { errorCode } from '../../src/error-code'
import type { Session } from './session'

/** For each session; the server's default limit for all sessions together is 16,382. */
export const MAX_PREPARED = 100

/** For each session, of all its statements: the server holds about 45 bytes for each in memory. */
const MAX_CHARACTERS = 500_000

const LIMIT_REACHED = 'ER_MAX_PREPARED_STMT_COUNT_REACHED'

/** Maximum attempts to prepare a statement, and the milliseconds between the first two. */
const MAX_ATTEMPTS = 5
const DELAY = 50

/** By text, the one that was executed last at the end, as in the cache of the driver. */
type PreparedStatements = Map<string, QueryOptions>

const statementsOf = new WeakMap<Session, PreparedStatements>()

/**
 * Call it before `execute`, which prepares the statement if the session has not prepared it. Closes the statements that
 * were executed first, if there are too many or they are too long.
 */
export function addPrepared(session: Session, statement: QueryOptions): QueryOptions {
  const statements: PreparedStatements = statementsOf.get(session) ?? new Map()
  statementsOf.set(session, statements)
  statements.delete(statement.sql)
  let characters = statement.sql.length
  for (const text of statements.keys()) characters += text.length
  for (const [text, oldest] of statements) {
    if (statements.size < MAX_PREPARED && characters <= MAX_CHARACTERS) break
    statements.delete(text)
    characters -= text.length
    session.unprepare(oldest)
  }
  statements.set(statement.sql, statement)
  return statement
}

/**
 * Runs a read. If the server has no room for its statement, the session closes those that it has prepared, and then
 * other sessions are closed.
 * @param endIdle closes the idle sessions of the pool
 */
export async function withRoomToPrepare<Result>(
  session: Session,
  read: () => Promise<Result>,
  endIdle: () => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (errorCode(error) !== LIMIT_REACHED || attempt === MAX_ATTEMPTS) throw error
      if (closePrepared(session)) continue
      endIdle()
      await delay(attempt * DELAY)
    }
  }
}

/** @returns whether there was one */
function closePrepared(session: Session): boolean {
  const statements = [...(statementsOf.get(session)?.values() ?? [])]
  statementsOf.delete(session)
  return statements.map((statement) => session.unprepare(statement)).some(Boolean)
}

/** In each attempt, the server itself prepares the statement several times. */
const MAX_PREPARATIONS = 20

/** Repeats a read whose table is redefined faster than the server prepares its statement. */
export async function retryPreparation<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (errorCode(error) !== 'ER_NEED_REPREPARE' || attempt === MAX_PREPARATIONS) throw error
    }
  }
}
