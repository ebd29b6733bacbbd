/** Statements that run with the rights of one caller, so that grants and policies of the database hold. */
import { RoleRefusedError, type DatabaseCaller } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { rollingBack } from './pooled-session'
import type { Session } from './session'

/**
 * Until the transaction ends, both. The name of the second is the one that policies written for
 * PostgREST and Supabase read. https://www.postgresql.org/docs/current/functions-admin.html
 */
const BECOME = `select pg_catalog.set_config('role', $1, true),
  pg_catalog.set_config('request.jwt.claims', $2, true)`

/** @param settings SQL that a session needs for each of its transactions */
export async function runAs<Result>(
  session: Session,
  caller: DatabaseCaller,
  settings: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  await session.query('begin transaction read only')
  return rollingBack(session, async () => {
    if (settings !== undefined) await session.query(settings)
    await becoming(caller, () => session.query(BECOME, [caller.role, caller.claims]))
    const result = await run()
    await session.query('commit')
    return result
  })
}

async function becoming({ role }: DatabaseCaller, become: () => Promise<unknown>): Promise<void> {
  // To Postgres it is no role but the way back to the user of the connection.
  if (role === 'none') throw new RoleRefusedError('there is no role "none"')
  try {
    await become()
  } catch (cause) {
    // No such role, or none that the user of the connection may take on.
    // https://www.postgresql.org/docs/current/errcodes-appendix.html
    if (!['22023', '42501', '42704'].includes(errorCode(cause))) throw cause
    throw new RoleRefusedError('the role cannot be taken on', { cause })
  }
}
