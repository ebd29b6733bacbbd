import { recordedConnection } from './recorded-connection'
import { waitUntil } from './wait-until'

/** Milliseconds; more than the second between two rounds of InnoDB's page cleaner. */
const STILL = 2500

/** The number of changed pages that are not yet in the files; several rounds can pass before one moves the counters. */
const DIRTY_PAGES = "show global status like 'Innodb_buffer_pool_pages_dirty'"

/**
 * Waits until the server has written nothing for a while; not at all for engines other than MySQL and MariaDB.
 * InnoDB moves its counters while it writes changed pages to its files, in rounds, for some time after the
 * last change of the data.
 */
export async function untilStill(url: string, timeout = 60_000): Promise<void> {
  if (!/^(mysql|mariadb):/.test(url)) return
  const connection = recordedConnection(url)
  let last: string | undefined
  let since = 0
  try {
    await waitUntil(async () => {
      await connection.changes.refresh?.()
      const counter = connection.changes.counter()
      const [[, dirtyPages] = []] = await connection.readRows({ sql: DIRTY_PAGES, bindings: [] })
      const current = `${counter} ${String(dirtyPages)}`
      if (counter === undefined || current !== last) {
        last = current
        since = performance.now()
        return false
      }
      return performance.now() - since > STILL
    }, timeout)
  } finally {
    await connection.close()
  }
}
