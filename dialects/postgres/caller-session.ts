/** Runs statements with the privileges of one caller, so that the database's grants and policies apply. */
import { RoleRefusedError, type DatabaseCaller } from '../../src/dialect/dialect'
import { errorCode } from '../../src/error-code'
import type { SessionSettings } from './session-settings'
import { applyLocally, inTransaction } from './statement-transaction'
import type { Wrap } from './rows-query'
import type { Session } from './session'

/**
 * Policies written for PostgREST and Supabase read the claims under this name.
 * https://www.postgresql.org/docs/current/functions-admin.html
 */
const CALLER_SETTINGS = { role: '$1', 'request.jwt.claims': '$2' }

/**
 * The role does not exist, the connection's user may not switch to it, or the database has no characters for
 * its name or the claims. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const REFUSALS: ReadonlySet<string> = new Set(['22021', '22023', '22P05', '42501', '42704'])

interface CallerTransaction {
  /** SQL by name, which are set too. */
  readonly settings: SessionSettings
  /** See `CompiledStatement`. */
  readonly mayChangeSession: boolean
}

/**
 * @param run sends the query that `wrap` returns
 * @throws RoleRefusedError
 */
export async function runAs<Result>(
  session: Session,
  { role, claims }: DatabaseCaller,
  { settings, mayChangeSession }: CallerTransaction,
  run: (wrap: Wrap) => Promise<Result>,
): Promise<Result> {
  // `set role none` keeps the privileges of the connection's user.
  if (role === 'none') throw new RoleRefusedError('there is no role "none"')
  if (isUnreadable(claims))
    throw new RoleRefusedError(
      'the claims have a character that the database cannot read from JSON: NUL or half of a surrogate pair',
    )
  const text = applyLocally({ ...settings, ...CALLER_SETTINGS })
  const progress = { isCaller: false }
  try {
    const onApplied = (): void => {
      progress.isCaller = true
    }
    const values = [role, claims]
    const transaction = { settings: { text, values }, mayChangeSession, onApplied }
    return await inTransaction(session, transaction, run)
  } catch (cause) {
    if (progress.isCaller || !REFUSALS.has(errorCode(cause))) throw cause
    throw new RoleRefusedError('the session cannot switch to the role', { cause })
  }
}

/** Policies would fail to read such claims: https://www.postgresql.org/docs/current/datatype-json.html */
function isUnreadable(claims: string): boolean {
  if (!claims.includes('\\u')) return false
  const withoutPairs = claims.replace(/\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi, '')
  // NUL, or half of a surrogate pair.
  return /\\u(?:0000|d[89a-f])/i.test(withoutPairs)
}
