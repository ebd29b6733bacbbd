/** What the connected user may do beyond reading. */
import type { UserFacts } from '../../src/dialect/user-facts'
import { rowsOf, type Session } from './session'

/** Privileges to read rows, and those that tell how far a replica is behind. */
const READ_PRIVILEGES: ReadonlySet<string> = new Set([
  'USAGE',
  'SELECT',
  'SHOW VIEW',
  'REPLICATION CLIENT',
  'BINLOG MONITOR',
  'SLAVE MONITOR',
  'REPLICA MONITOR',
])

/** https://dev.mysql.com/doc/refman/en/show-grants.html. A table on which the user has no privilege is invisible. */
export async function describeUser(session: Session): Promise<UserFacts> {
  const rows = await rowsOf(session, 'show grants')
  const extra = rows.flatMap((row) => privilegesIn(String(Object.values(row)[0])))
  return { extraPrivileges: [...new Set(extra)].sort(), hiddenTables: [], unfilledViews: [] }
}

/** `GRANT SELECT (a, b), INSERT ON …` becomes `has INSERT`. Grants of roles have no `ON`. */
function privilegesIn(grant: string): string[] {
  const list = /^GRANT (.+?) ON /.exec(grant)?.[1]
  if (list === undefined) return []
  return list
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((privilege) => privilege.trim())
    .filter((privilege) => !READ_PRIVILEGES.has(privilege))
    .map((privilege) => `has ${privilege}`)
}
