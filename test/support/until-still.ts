import { recordedConnection } from './recorded-connection'
import { waitUntil } from './wait-until'

/**
 * Waits until the server has written nothing for a second. InnoDB moves its counters while it writes changed
 * pages to its files, for some time after the last change of the data.
 */
export async function untilStill(url: string, timeout = 60_000): Promise<void> {
  const connection = recordedConnection(url)
  try {
    await waitUntil(async () => {
      await connection.changes?.refresh?.()
      return connection.changes?.counter() !== undefined
    }, timeout)
  } finally {
    await connection.close()
  }
}
