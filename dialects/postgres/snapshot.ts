import type { Session } from './session'
import type { LocalSettings } from './statement-transaction'

/** All statements of the transaction read the snapshot of its first one. */
const BEGIN = 'begin transaction isolation level repeatable read, read only'

/**
 * Whether the session can keep a transaction for several statements: not if a pooler may refuse that, or if
 * all clients share the session of the server.
 */
export function keepsTransactions({ pooler }: Session): boolean {
  return pooler === undefined || pooler === 'transaction'
}

interface SnapshotOptions {
  /** See `TableSchema`. */
  readonly lock: string
  /** For a session of the server that other programs use too. */
  readonly settings: LocalSettings
  /** Milliseconds. */
  readonly statementTimeout: number
}

/**
 * Settings of other programs that would affect the lock. Unlike the expressions of the other settings, these
 * statements take no snapshot.
 */
const settingsOfLock = (statementTimeout: number): string =>
  `set local role to default; set local lock_timeout to default;
    set local statement_timeout to ${statementTimeout}`

/**
 * Runs statements in one snapshot, which the first of them takes. A table that is truncated or rewritten
 * after that, but before the statement reads it, would be empty. So the lock comes before the snapshot; it is
 * one of the few statements that take none.
 * https://www.postgresql.org/docs/current/mvcc-caveats.html
 */
export async function inSnapshot<Result>(
  session: Session,
  { lock, settings, statementTimeout }: SnapshotOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    // Even if it fails, because it is cancelled, the transaction may have begun.
    await session.query(BEGIN)
    const isShared = session.pooler !== undefined
    if (isShared) await session.query(settingsOfLock(statementTimeout))
    await session.query(lock)
    if (isShared) await session.query(settings.text)
    return await work()
  } finally {
    await session.query('commit').catch(() => {
      session.drop()
    })
  }
}
