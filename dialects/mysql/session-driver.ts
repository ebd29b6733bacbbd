/** How the pool opens, sets up and ends sessions of MySQL and MariaDB. */
import { createConnection } from 'mysql2'
import type { Address } from '../../src/dialect/connection-url/address'
import { errorCode } from '../../src/dialect/driver-error'
import { withDeadline } from '../../src/dialect/sessions/deadline'
import type { SessionDriver } from '../../src/dialect/sessions/session-driver'
import {
  EncryptionNotOfferedError,
  SilentDatabaseError,
} from '../../src/dialect/sessions/session-errors'
import type { ConnectionTarget } from './connection-string'
import { driverOptions } from './driver-options'
import { readState } from './server-state'
import { errorNumber, type Session } from './session'

/** Milliseconds that another connection may take to cancel a statement. */
const CANCEL_TIMEOUT = 4000

/**
 * MySQL's ER_QUERY_TIMEOUT and MariaDB's ER_STATEMENT_TIMEOUT, which the driver does not name.
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const TIMEOUTS: ReadonlySet<unknown> = new Set([3024, 1969])

/** Limits of the server and of a user. */
const LIMITS: ReadonlySet<string> = new Set([
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
])

/** @param settings statements that run first in every session */
export function sessionDriver(
  target: ConnectionTarget,
  settings: readonly string[],
): SessionDriver<Session> {
  /** How each session was created, for the connection that cancels its statement. */
  const origins = new WeakMap<Session, [Address, boolean]>()
  const create = (address: Address, isEncrypted: boolean): Session => {
    const session = createConnection(driverOptions(target, address, isEncrypted)) as Session
    origins.set(session, [address, isEncrypted])
    // The running statement gets the error too. Without a listener, Node.js would end the process.
    session.on('error', () => {
      session.stream.destroy()
    })
    return session
  }
  return {
    addresses: target.addresses,
    encryptions: target.encryption.tries,
    create,
    connect,
    setUp: async (session) => {
      for (const statement of settings) await session.promise().query(statement)
    },
    readState,
    isUsable: ({ stream }) => stream.readable && stream.writable,
    cancel: async (session) => {
      const origin = origins.get(session)
      if (origin) await killStatement(create(...origin), session.threadId)
    },
    close,
    // The driver's `destroy` ends only its side of the socket and waits for the server's side.
    destroy: ({ stream }) => {
      stream.destroy()
    },
    isEncryptionFailure: (error) => error instanceof EncryptionNotOfferedError,
    isAtLimit: (error) => LIMITS.has(errorCode(error)),
    isTimeout: (error) => TIMEOUTS.has(errorNumber(error)),
  }
}

function connect(session: Session): Promise<void> {
  return new Promise((resolve, reject) => {
    session.connect((error) => {
      if (error) reject(connectError(error, session))
      else resolve()
    })
  })
}

/** The driver replaces the codes of Node's errors. */
function connectError(cause: Error, { stream: { authorizationError } }: Session): Error {
  const code = errorCode(cause)
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new EncryptionNotOfferedError(cause.message, { cause })
  }
  if (code !== 'HANDSHAKE_SSL_ERROR') return cause
  const original = typeof authorizationError === 'string' ? authorizationError : 'ERR_SSL_HANDSHAKE'
  return Object.assign(new Error(cause.message, { cause }), { code: original })
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
