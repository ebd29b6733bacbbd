/** What the server of a session is. */
import { TLSSocket } from 'node:tls'
import type { ServerFacts } from '../../src/dialect/server-facts'
import type { Session } from './session'

export async function describeServer(session: Session): Promise<ServerFacts> {
  const { rows } = await session.query<{ server_version: string }>('show server_version')
  // Packages add their own version in parentheses.
  const [version = ''] = rows[0]?.server_version.split(' ') ?? []
  const { pooler, connection } = session
  const { stream } = connection
  const tls = stream instanceof TLSSocket ? stream.getProtocol() : null
  return {
    engine: 'PostgreSQL',
    version,
    ...(pooler !== undefined && { pooler }),
    ...(tls !== null && { tls }),
  }
}
