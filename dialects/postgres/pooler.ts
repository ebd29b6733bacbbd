/** Detects servers on whose sessions other programs run statements too. */
import type { Session } from './session'

/** PostgreSQL compiled to WebAssembly: one process, and so one session for all clients, e.g. PGlite. */
const ONE_SESSION = /\bcompiled by emcc\b/

/**
 * Whether the server's session may belong to another program after each statement: behind a pooler, the
 * process id that the server reports differs from the one at the start of the connection.
 * Must be called before anything is set on the session.
 */
export async function sharesSessions(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ pid: number; version: string }>(
    'select pg_catalog.pg_backend_pid() as pid, pg_catalog.version() as version',
  )
  const [server] = rows
  return server?.pid !== session.processID || ONE_SESSION.test(server.version)
}
