import type { RecordedConnection } from './recorded-connection'

/**
 * The same connection; before each statement that counts rows, and is not in a lent session, the test changes
 * the data.
 * @param change gets the number of such statements before this one
 */
export function changingConnection(
  connection: RecordedConnection,
  change: (before: number) => Promise<void>,
): RecordedConnection {
  let before = 0
  return {
    ...connection,
    readRows: async (statement, signal) => {
      if (statement.sql.includes('count(*)')) await change(before++)
      return connection.readRows(statement, signal)
    },
  }
}
