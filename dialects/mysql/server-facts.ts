/** Which of the two products a server is. */
import type { ServerFacts } from '../../src/dialect/server-facts'
import { readObjects, type Session } from './session'

export async function describeServer(session: Session): Promise<ServerFacts> {
  const sql = 'select version() as version'
  const [row] = (await readObjects(session, { sql, bindings: [] })) as { version: string }[]
  const text = row?.version ?? ''
  // Packages add their own version, e.g. `10.11.19-MariaDB-0+deb12u1`.
  const [version = ''] = text.split('-')
  const tls = session.stream.getProtocol?.()
  return { engine: /mariadb/i.test(text) ? 'MariaDB' : 'MySQL', version, ...(tls && { tls }) }
}
