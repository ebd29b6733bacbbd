/**
 * A session keeps its privileges on a database from one USE to the next, so a grant that changes meanwhile has no
 * effect on it. https://dev.mysql.com/doc/refman/en/privilege-changes.html
 */
import { errorCode } from '../../src/error-code'
import { run, type Session } from './session'

const REFUSALS: ReadonlySet<string> = new Set([
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
])

/** Gives the session the present privileges on its database. */
export function renewGrants(session: Session, database: string): Promise<void> {
  return run(session, `use \`${database.replaceAll('`', '``')}\``)
}

/** Runs a read, and repeats it if the server refuses it by privileges that may be old. */
export async function withCurrentGrants<Result>(
  session: Session,
  database: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!REFUSALS.has(errorCode(error))) throw error
    await renewGrants(session, database)
    return read()
  }
}
