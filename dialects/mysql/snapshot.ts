import { run, type Session } from './session'

/**
 * Runs statements in one snapshot of the tables of InnoDB, which the first of them takes after it has locked
 * its table against changes of the definition. A snapshot from before that lock would miss rows in an index
 * that is made at the time: MariaDB builds it without rows that were deleted meanwhile, and still reads it
 * in older snapshots that have them.
 */
export async function inSnapshot<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    // Even if it fails, because it is killed, the transaction may have begun.
    await run(session, 'start transaction read only')
    return await work()
  } finally {
    // With `completion_type`, an administrator can make `commit` begin another transaction.
    await run(session, 'commit and no chain no release').catch(() => {
      // The pool does not use a closed session again.
      session.stream.destroy()
    })
  }
}
