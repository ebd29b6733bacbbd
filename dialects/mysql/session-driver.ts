/** How the pool opens, sets up and ends sessions of MySQL and MariaDB. */
import { createConnection } from 'mysql2'
import type { Address } from '../../src/dialect/connection-url/address'
import { isServerError } from '../../src/dialect/driver-error'
import type { SessionDriver } from '../../src/dialect/sessions/session-driver'
import { EncryptionNotOfferedError } from '../../src/dialect/sessions/session-errors'
import { errorCode } from '../../src/error-code'
import { close, connect } from './connect'
import type { ConnectionTarget } from './connection-string'
import { driverOptions } from './driver-options'
import { killStatement, serverIdentity } from './kill-statement'
import { readState } from './server-state'
import { run, type Session } from './session'

/**
 * Numbers of MySQL's ER_QUERY_TIMEOUT and of MariaDB's ER_STATEMENT_TIMEOUT, which the driver does not name, and
 * of ER_LOCK_WAIT_TIMEOUT, by which the wait for a table that is being altered ends (`lockWaitTimeout`).
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const TIMEOUTS: ReadonlySet<unknown> = new Set([3024, 1969, 1205])

/** Limits of the server and of a user. */
const LIMITS: ReadonlySet<string> = new Set([
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
])

/** A server or a user may demand TLS; of a user, the server says only that it denies access. */
const DENIALS: ReadonlySet<string> = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_SECURE_TRANSPORT_REQUIRED',
])

/** @param settings statements that run first in every session */
export function sessionDriver(
  target: ConnectionTarget,
  settings: readonly string[],
): SessionDriver<Session> {
  /** How to reach the server of each session, to cancel its statement. */
  const origins = new WeakMap<Session, { another: () => Session; identity?: string }>()
  const create = (address: Address, isEncrypted: boolean): Session => {
    const session = createConnection(driverOptions(target, address, isEncrypted)) as Session
    origins.set(session, { another: () => create(address, isEncrypted) })
    // The running statement gets the error too. Without a listener, Node.js would end the process.
    session.on('error', () => {
      session.stream.destroy()
    })
    return session
  }
  return {
    addresses: target.addresses,
    encryption: {
      use: target.encryption.use,
      isFailure: (error) =>
        error instanceof EncryptionNotOfferedError ||
        (target.encryption.use === 'if demanded' && DENIALS.has(errorCode(error))),
    },
    create,
    connect,
    setUp: async (session) => {
      for (const statement of settings) await run(session, statement)
      await setReadThreads(session, target.parallelReadThreads)
      const origin = origins.get(session)
      if (origin) origin.identity = await serverIdentity(session)
    },
    readState,
    isUsable: ({ stream }) => stream.readable && stream.writable,
    cancel: async (session) => {
      const { another, identity } = origins.get(session) ?? {}
      if (!another || identity === undefined) throw new Error('the session is not set up')
      await killStatement(another, identity, session.threadId)
    },
    close,
    // The driver's `destroy` ends only its side of the socket and waits for the server's side.
    destroy: ({ stream }) => {
      stream.destroy()
    },
    isLost: ({ stream }) => !stream.readable,
    isAtLimit: (error) => LIMITS.has(errorCode(error)),
    isTimeout: (error) => TIMEOUTS.has(errorNumber(error)),
  }
}

/** The number of a server's error; `undefined` for other errors. */
function errorNumber(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errno' in error ? error.errno : undefined
}

/** MariaDB, and MySQL before 8.0.14, do not have the variable: they count with one thread. */
async function setReadThreads(session: Session, threads: string): Promise<void> {
  try {
    await run(session, `set innodb_parallel_read_threads = ${threads}`)
  } catch (error) {
    if (!isServerError(error)) throw error
  }
}
