/** One statement on a session of the pool, stopped in the database when nobody wants its answer. */
import type { Knex } from 'knex'

/** How an engine's statements are stopped from outside. */
export interface SessionControl<Session> {
  /** Has the database stop what the session runs. */
  cancel(session: Session): Promise<void>
  /** Drops the session at once, without a word to the other side. */
  destroy(session: Session): void
  /** Drops the session of a silent database, and lends no other that is open now. */
  abandon(session: Session): void
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

/** The database has said nothing for longer than it may take. */
export class SilentDatabaseError extends Error {}

/**
 * Those sessions that may be lent again. When one falls silent, packets are lost for all that were open
 * then, and each of them would take as long to show it.
 */
export class TrustedSessions<Session extends object> {
  private silences = 0
  private readonly opened = new WeakMap<Session, number>()

  add(session: Session): void {
    this.opened.set(session, this.silences)
  }

  has(session: Session): boolean {
    return this.opened.get(session) === this.silences
  }

  distrustAll(): void {
    this.silences++
  }
}

/**
 * Waits for a statement, and not without end: packets can be lost without a reset.
 * @throws SilentDatabaseError after the session has been dropped
 */
export function withinDeadline<Session extends object, Result>(
  session: Session,
  abandon: (session: Session) => void,
  statementTimeout: number,
  run: () => Promise<Result>,
): Promise<Result> {
  return within(statementTimeout + GRACE, run, () => {
    discard(session)
    abandon(session)
  })
}

/** Every dialect's client lets go of the wait when the signal is aborted. */
type SignalledClient = Pick<Knex.Client, 'releaseConnection'> & {
  acquireConnection(signal?: AbortSignal): Promise<unknown>
}

/**
 * @throws StatementTimeoutError, SilentDatabaseError, or the signal's reason when it is aborted
 */
export async function runOnSession<Session extends object, Result>(
  db: Knex,
  control: SessionControl<Session>,
  { statementTimeout, signal }: StatementLimits,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const pool = db.client as SignalledClient
  const session = (await pool.acquireConnection(signal)) as Session
  let stopping: Promise<void> | undefined
  // A cancel may arrive late and would then hit the session's next statement, so it gets none.
  const cancel = (): void => {
    discard(session)
    stopping = within(GRACE, () => control.cancel(session)).catch(() => {
      control.destroy(session)
    })
  }
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', cancel)
    return await withinDeadline(
      session,
      (silent) => {
        control.abandon(silent)
      },
      statementTimeout,
      () => run(session),
    )
  } catch (error) {
    signal?.throwIfAborted()
    if (!control.isTimeout(error)) throw error
    throw new StatementTimeoutError(statementTimeout, { cause: error })
  } finally {
    signal?.removeEventListener('abort', cancel)
    await stopping
    await pool.releaseConnection(session)
  }
}

/** Not every driver tells those who wait that a session is gone, so nobody waits for it to say so. */
async function within<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  giveUp?: () => void,
): Promise<Result> {
  let deadline: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => {
      giveUp?.()
      reject(new SilentDatabaseError('the database does not answer'))
    }, milliseconds)
  })
  try {
    return await Promise.race([work(), silence])
  } finally {
    clearTimeout(deadline)
  }
}

/** knex drops a session with this mark instead of lending it again. */
export function discard(session: object): void {
  Object.assign(session, { __knex__disposed: 'discarded' })
}
