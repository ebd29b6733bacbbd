import type { Session } from './session'

/** Runs statements in one snapshot of the tables of InnoDB. */
export async function inSnapshot<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  await session.promise().query('start transaction with consistent snapshot, read only')
  try {
    return await work()
  } finally {
    await session
      .promise()
      .query('commit')
      .catch(() => {
        // The pool does not use a closed session again.
        session.stream.destroy()
      })
  }
}
