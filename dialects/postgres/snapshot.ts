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

export interface SnapshotOptions {
  /** See `TableSchema`. */
  readonly lock: string
  /** For a session of the server that other programs use too. */
  readonly settings: LocalSettings
}

/**
 * Runs statements in one snapshot, which the first of them takes. A table that is truncated or rewritten
 * after that, but before the statement reads it, would be empty. So the lock comes before the snapshot; it is
 * one of the few statements that take none.
 * https://www.postgresql.org/docs/current/mvcc-caveats.html
 */
export async function inSnapshot<Result>(
  session: Session,
  { lock, settings }: SnapshotOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  await session.query(BEGIN)
  try {
    await session.query(lock)
    if (session.pooler !== undefined) await session.query(settings.text)
    return await work()
  } finally {
    await session.query('commit').catch(() => {
      session.drop()
    })
  }
}
