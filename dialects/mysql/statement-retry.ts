/** Runs a statement again after errors of the server whose reason can be removed. */
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../../src/error-code'
import { closePrepared } from './prepared-statements'
import { renewGrants, run, type Session } from './session'

interface Remedy {
  /** Maximum number of times that the statement runs again. */
  readonly attempts: number
  /** @param attempt from 1 */
  apply(session: Session, pool: RetryPool, attempt: number): Promise<void> | void
}

export interface RetryPool {
  /** Name of the sessions' database. */
  readonly database: string
  /** Closes the idle sessions. */
  endIdle(): void
}

/** The grants may have changed; see `renewGrants`. */
const oldGrants: Remedy = {
  attempts: 1,
  apply: (session, { database }) => renewGrants(session, database),
}

/** Milliseconds to wait for sessions to close, times the number of the attempt. */
const CLOSING_DELAY = 50

/** The session closes the statements that it has prepared, and then other sessions are closed. */
const noRoomToPrepare: Remedy = {
  attempts: 4,
  apply: async (session, pool, attempt) => {
    if (closePrepared(session)) return
    pool.endIdle()
    await delay(attempt * CLOSING_DELAY)
  },
}

/**
 * The table is redefined faster than the server prepares the statement. In each attempt, the server itself prepares it
 * several times.
 */
const redefinedTable: Remedy = { attempts: 19, apply: () => undefined }

/**
 * Bytes. A sort needs memory for fifteen rows, with 1,024 bytes for each long text among its terms, and
 * a table has at most 4,096 columns. The server allocates only the memory that it uses.
 */
const SORT_BUFFER = 128 * 1024 * 1024

const smallSortBuffer: Remedy = {
  attempts: 1,
  apply: (session) => run(session, `set session sort_buffer_size = ${SORT_BUFFER}`),
}

/** https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html */
const REMEDIES: ReadonlyMap<string, Remedy> = new Map([
  ['ER_COLUMNACCESS_DENIED_ERROR', oldGrants],
  ['ER_TABLEACCESS_DENIED_ERROR', oldGrants],
  ['ER_MAX_PREPARED_STMT_COUNT_REACHED', noRoomToPrepare],
  ['ER_NEED_REPREPARE', redefinedTable],
  ['ER_OUT_OF_SORTMEMORY', smallSortBuffer],
])

/** @throws the error of the last attempt */
export async function withRetries<Result>(
  session: Session,
  pool: RetryPool,
  read: () => Promise<Result>,
): Promise<Result> {
  const attempts = new Map<Remedy, number>()
  try {
    for (;;) {
      try {
        return await read()
      } catch (error) {
        const remedy = REMEDIES.get(errorCode(error))
        if (!remedy) throw error
        const attempt = (attempts.get(remedy) ?? 0) + 1
        if (attempt > remedy.attempts) throw error
        attempts.set(remedy, attempt)
        await remedy.apply(session, pool, attempt)
      }
    }
  } finally {
    if (attempts.has(smallSortBuffer)) await resetSortBuffer(session)
  }
}

async function resetSortBuffer(session: Session): Promise<void> {
  await run(session, 'set session sort_buffer_size = default').catch(() => {
    // The pool does not use a closed session again.
    session.stream.destroy()
  })
}
