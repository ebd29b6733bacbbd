/** Runs statements with the rights of one caller, so that the database's grants and policies apply. */
import { RoleRefusedError, type DatabaseCaller } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { withRollback } from './pooled-session'
import type { Session } from './session'

/**
 * Both settings last until the transaction ends. Policies written for PostgREST and Supabase read the
 * claims under this name. https://www.postgresql.org/docs/current/functions-admin.html
 */
const SET_CALLER = `select pg_catalog.set_config('role', $1, true),
  pg_catalog.set_config('request.jwt.claims', $2, true)`

/** @param settings SQL that runs first, if the session itself does not have the settings */
export async function runAs<Result>(
  session: Session,
  caller: DatabaseCaller,
  settings: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  await session.query('begin transaction read only')
  return withRollback(session, async () => {
    if (settings !== undefined) await session.query(settings)
    await setCaller(session, caller)
    const result = await run()
    await session.query('commit')
    return result
  })
}

async function setCaller(session: Session, { role, claims }: DatabaseCaller): Promise<void> {
  // `set role none` keeps the rights of the connection's user.
  if (role === 'none') throw new RoleRefusedError('there is no role "none"')
  try {
    await session.query(SET_CALLER, [role, claims])
  } catch (cause) {
    // The role does not exist, or the connection's user may not switch to it.
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    if (!['22023', '42501', '42704'].includes(errorCode(cause))) throw cause
    throw new RoleRefusedError('the role cannot be taken on', { cause })
  }
}
