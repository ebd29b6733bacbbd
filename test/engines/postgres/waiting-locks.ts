/** The locks for which sessions of a test's own database wait; test files that run beside it share the server. */
import type { Client } from 'pg'

const WAITING = `select from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`

/** @param table counts only the locks of this table; default: of all tables */
export async function waitingLocks(client: Client, table?: string): Promise<number> {
  const { rows } =
    table === undefined
      ? await client.query(WAITING)
      : await client.query(`${WAITING} and relation = $1::regclass`, [table])
  return rows.length
}
