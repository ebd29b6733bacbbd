/** A database with a slow query, for tests that need a running statement. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { waitUntil } from '../support/wait-until'

/**
 * Creates a SQLite file with the views `slow`, whose rows and total take a second or two to read, and `fast`.
 * @returns its path
 */
export function createSlowDatabase(folder: string): string {
  const file = path.join(folder, 'slow.db')
  new Database(file)
    .exec(
      `create view slow as with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
       select count(*) as i from n; create view fast as select 1 as i`,
    )
    .close()
  return file
}

/** Waits until a request uses a database connection. @param origin of a program with `--metrics` */
export async function untilConnectionIsUsed(origin: string): Promise<void> {
  await waitUntil(async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    return /^tablequery_pool_connections\{state="used"\} [1-9]/m.test(metrics)
  })
}
