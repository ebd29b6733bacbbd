/** Cancels the statement of a session from another connection. */
import { Deadline } from '../../src/dialect/sessions/deadline'
import { SilentDatabaseError } from '../../src/dialect/sessions/session-errors'
import { close, connect } from './connect'
import { rowsOf, run, type Session } from './session'

/** Milliseconds that the cancellation may take. */
const TIMEOUT = 4000

/** Maximum number of connections to reach the session's server through a proxy. */
const MAX_ATTEMPTS = 20

/**
 * Together they differ between any two servers. Not every server has all of them: MariaDB lacks
 * server_uuid, and MySQL server_uid.
 */
const IDENTITY = `show global variables where variable_name in
  ('server_uuid', 'server_uid', 'hostname', 'port', 'datadir', 'server_id', 'wsrep_node_name')`

/** Text that identifies the server of the session. */
export async function serverIdentity(session: Session): Promise<string> {
  // An administrator may have lowered it, which would cut the list.
  await run(session, 'set sql_select_limit = 18446744073709551615')
  return JSON.stringify(await rowsOf(session, IDENTITY))
}

/**
 * A proxy may connect to another server, where the thread with this id runs a statement of another client.
 * https://dev.mysql.com/doc/refman/en/kill.html
 * @param another opens another connection, which may lead to another server
 * @throws Error if no connection has reached the server
 */
export async function killStatement(
  another: () => Session,
  identity: string,
  threadId: number,
): Promise<void> {
  let other: Session | undefined
  const tryToKill = async (): Promise<boolean> => {
    other = another()
    try {
      await connect(other)
      if ((await serverIdentity(other)) !== identity) return false
      await run(other, `kill query ${threadId}`)
      await close(other)
      return true
    } finally {
      other.stream.destroy()
    }
  }
  const kill = async (): Promise<void> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) if (await tryToKill()) return
    throw new Error('every connection has reached another server')
  }
  try {
    await new Deadline(TIMEOUT, () => new SilentDatabaseError()).limit(kill())
  } finally {
    other?.stream.destroy()
  }
}
