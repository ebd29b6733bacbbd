import { recordedConnection } from './recorded-connection'
import { waitUntil } from './wait-until'

/** Milliseconds; more than the two seconds that can be between two rounds of InnoDB's page cleaner. */
const STILL = 2500

/**
 * Waits until the server has written nothing for a while. InnoDB moves its counters while it writes changed
 * pages to its files, in rounds, for some time after the last change of the data.
 */
export async function untilStill(url: string, timeout = 60_000): Promise<void> {
  const connection = recordedConnection(url)
  let counter: string | undefined
  let since = 0
  try {
    await waitUntil(async () => {
      await connection.changes?.refresh?.()
      const current = connection.changes?.counter()
      if (current === undefined || current !== counter) {
        counter = current
        since = performance.now()
        return false
      }
      return performance.now() - since > STILL
    }, timeout)
  } finally {
    await connection.close()
  }
}
