/** Runs statements with the rights of one caller, so that the database's grants and policies apply. */
import { RoleRefusedError, type DatabaseCaller } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { applyLocally, withSettings, type LocalSettings } from './local-settings'
import type { Session, Wrap } from './session'

/**
 * Policies written for PostgREST and Supabase read the claims under this name.
 * https://www.postgresql.org/docs/current/functions-admin.html
 */
const CALLER_SETTINGS = { role: '$1', 'request.jwt.claims': '$2' }

const SET_CALLER = 'tablequery_set_caller'

/**
 * @param settings SQL by name, for sessions that do not have them
 * @param run sends the query that `wrap` returns
 * @throws RoleRefusedError
 */
export async function runAs<Result>(
  session: Session,
  { role, claims }: DatabaseCaller,
  settings: Readonly<Record<string, string>>,
  run: (wrap: Wrap) => Promise<Result>,
): Promise<Result> {
  // `set role none` keeps the rights of the connection's user.
  if (role === 'none') throw new RoleRefusedError('there is no role "none"')
  const values = [role, claims]
  const callerSettings = session.isShared
    ? { text: applyLocally({ ...settings, ...CALLER_SETTINGS }), values }
    : await prepared(session, values)
  const progress = { isCaller: false }
  const wrap = withSettings(callerSettings, () => {
    progress.isCaller = true
  })
  try {
    return await run(wrap)
  } catch (cause) {
    // The role does not exist, or the connection's user may not switch to it.
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    if (progress.isCaller || !['22023', '42501', '42704'].includes(errorCode(cause))) throw cause
    throw new RoleRefusedError('the role cannot be taken on', { cause })
  }
}

/**
 * With a prepared statement, the server sends no ParseComplete for the settings: the driver would take
 * it for that of the caller's named statement.
 */
async function prepared(session: Session, values: readonly string[]): Promise<LocalSettings> {
  const text = applyLocally(CALLER_SETTINGS)
  if (!session.prepared.has(SET_CALLER)) {
    await session.query(`prepare ${SET_CALLER} (text, text) as ${text}`)
    session.prepared.add(SET_CALLER)
  }
  return { text, values, preparedAs: SET_CALLER }
}
