/** The statements that each session has prepared. They count for a limit of the server, which all its clients share. */
import type { QueryOptions } from 'mysql2'
import type { Session } from './session'

/** For each session; the server's default limit for all sessions together is 16,382. */
export const MAX_PREPARED = 100

/** For each session, of all its statements: the server holds about 45 bytes for each in memory. */
const MAX_CHARACTERS = 500_000

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

/** Closes all of them. @returns whether there was one */
export function closePrepared(session: Session): boolean {
  const statements = [...(statementsOf.get(session)?.values() ?? [])]
  statementsOf.delete(session)
  return statements.map((statement) => session.unprepare(statement)).some(Boolean)
}
