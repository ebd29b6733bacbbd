/** How the pool opens, sets up and ends sessions of MySQL and MariaDB. */
import { createConnection, type ConnectionOptions } from 'mysql2'
import { withDeadline } from '../../src/dialect/sessions/deadline'
import type { SessionDriver } from '../../src/dialect/sessions/session-driver'
import { SilentDatabaseError } from '../../src/dialect/sessions/session-errors'
import { errorNumber, type Session } from './session'

/** Milliseconds that another connection may take to cancel a statement. */
const CANCEL_TIMEOUT = 4000

/**
 * MySQL's ER_QUERY_TIMEOUT and MariaDB's ER_STATEMENT_TIMEOUT, which the driver does not name.
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const TIMEOUTS: ReadonlySet<unknown> = new Set([3024, 1969])

/** @param settings statements that run first in every session */
export function sessionDriver(
  config: ConnectionOptions,
  settings: readonly string[],
): SessionDriver<Session> {
  const create = (): Session => {
    const session = createConnection(config) as Session
    // The running statement gets the error too. Without a listener, Node.js would end the process.
    session.on('error', () => {
      session.stream.destroy()
    })
    return session
  }
  return {
    create,
    connect,
    setUp: async (session) => {
      for (const statement of settings) await session.promise().query(statement)
    },
    isUsable: ({ stream }) => stream.readable && stream.writable,
    cancel: (session) => killStatement(create(), session.threadId),
    close,
    // The driver's `destroy` ends only its side of the socket and waits for the server's side.
    destroy: ({ stream }) => {
      stream.destroy()
    },
    isTimeout: (error) => TIMEOUTS.has(errorNumber(error)),
  }
}

function connect(session: Session): Promise<void> {
  return new Promise((resolve, reject) => {
    session.connect((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Resolves also if the connection is already lost. */
function close(session: Session): Promise<void> {
  return new Promise((resolve) => {
    session.end(() => {
      resolve()
    })
  })
}

/** https://dev.mysql.com/doc/refman/en/kill.html */
async function killStatement(other: Session, threadId: number): Promise<void> {
  try {
    await withDeadline(
      CANCEL_TIMEOUT,
      async () => {
        await connect(other)
        await other.promise().query(`kill query ${threadId}`)
        await close(other)
      },
      () => new SilentDatabaseError('the database does not respond'),
    )
  } finally {
    other.stream.destroy()
  }
}
