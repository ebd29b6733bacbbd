/** One statement on a session of the pool, stopped in the database when nobody wants its answer. */
import type { Knex } from 'knex'

/** How an engine's statements are stopped from outside. */
export interface SessionControl<Session> {
  /** Has the database stop what the session runs. */
  cancel(session: Session): Promise<void>
  /** Drops the session at once, without a word to the other side. */
  destroy(session: Session): void
  /** Whether the database says that the statement took too long. */
  isTimeout(error: unknown): boolean
}

export interface StatementLimits {
  /** Milliseconds until the database itself stops the statement. */
  readonly statementTimeout: number
  /** Aborted when the answer is not wanted any more. */
  readonly signal?: AbortSignal | undefined
}

/** The statement has run for longer than it may, and runs no more. */
export class StatementTimeoutError extends Error {
  constructor(
    readonly milliseconds: number,
    options?: ErrorOptions,
  ) {
    super(`the statement took longer than ${milliseconds} ms`, options)
  }
}

/**
 * Milliseconds that a database gets to say that it has stopped a statement. One that is silent even
 * then is out of reach: packets can be lost without a reset, and the session would wait for ever.
 */
const GRACE = 5000

/**
 * @throws StatementTimeoutError, or the signal's reason when it is aborted
 */
export async function runOnSession<Session extends object, Result>(
  db: Knex,
  control: SessionControl<Session>,
  { statementTimeout, signal }: StatementLimits,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const pool = db.client as Knex.Client
  const session = (await pool.acquireConnection()) as Session
  let stopping: Promise<void> | undefined
  // A cancel may arrive late and would then hit the session's next statement, so it gets none.
  const cancel = (): void => {
    discard(session)
    stopping = control.cancel(session).catch(() => {
      control.destroy(session)
    })
  }
  const deadline = setTimeout(() => {
    discard(session)
    control.destroy(session)
  }, statementTimeout + GRACE)
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', cancel)
    return await run(session)
  } catch (error) {
    signal?.throwIfAborted()
    if (!control.isTimeout(error)) throw error
    throw new StatementTimeoutError(statementTimeout, { cause: error })
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', cancel)
    await stopping
    await pool.releaseConnection(session)
  }
}

/** knex drops a session with this mark instead of lending it again. */
export function discard(session: object): void {
  Object.assign(session, { __knex__disposed: 'discarded' })
}
