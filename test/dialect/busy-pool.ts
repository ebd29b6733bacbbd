/** A connection whose only session an endless statement uses, for tests of the session pool. */
import type { ConnectionOptions } from '../../src/dialect/dialect'
import type { DatabaseUnderTest } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'

const LONG = 60_000
export const OPTIONS = { poolSize: 1, maxWaiting: 1, connectTimeout: LONG, statementTimeout: LONG }

export const ONE = { sql: 'select 1', bindings: [] }
/** Reads the view of `addSlowView`. */
export const SLOW = { sql: 'select sum(id) from slow', bindings: [] }

export const reason = new Error('the client has disconnected')

export async function withConnection(
  t: DatabaseUnderTest,
  options: Partial<ConnectionOptions>,
  test: (connection: RecordedConnection) => Promise<void>,
): Promise<void> {
  const connection = recordedConnection(t.database.url, { ...OPTIONS, ...options })
  try {
    // Opens the first session, so that its duration does not count in the test.
    await connection.readRows(ONE)
    await test(connection)
  } finally {
    await connection.close()
  }
}

/** Runs the test while an endless statement uses the only session. @param test may release the session early */
export async function whileBusy(
  t: DatabaseUnderTest,
  options: Partial<ConnectionOptions>,
  test: (connection: RecordedConnection, release: () => void) => Promise<void>,
): Promise<void> {
  await withConnection(t, options, async (connection) => {
    const controller = new AbortController()
    const running = connection.readRows(SLOW, controller.signal).catch((error: unknown) => error)
    try {
      await test(connection, () => {
        controller.abort(reason)
      })
    } finally {
      controller.abort(reason)
      expect(await running).toBe(reason)
    }
  })
}
