/** How the pool opens, sets up and ends sessions of Postgres. */
import type { ClientConfig } from 'pg'
import type { Address } from '../../src/dialect/connection-url/address'
import { tlsOptions } from '../../src/dialect/encryption'
import type { SessionDriver } from '../../src/dialect/sessions/session-driver'
import { errorCode } from '../../src/error-code'
import { cancelStatement } from './cancel-request'
import type { SessionChangeDetection } from './change-detection'
import { requireChannelBinding } from './channel-binding'
import { connect, isEncryptionFailure } from './connect'
import type { ConnectionTarget } from './connection-string'
import { passwordOfFile } from './password-file'
import { poolerDetection } from './pooler'
import { readState } from './server-state'
import { Session } from './session'

/**
 * Error codes with which the server ends a session, before it closes the connection.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const ENDS: ReadonlySet<string> = new Set([
  '57P01', // admin_shutdown: also by pg_terminate_backend
  '57P02', // crash_shutdown
  '57P05', // idle_session_timeout
])

/**
 * @param settings SQL that runs first in every session that no other program uses
 * @param onShared called when a session has been opened that other programs use too
 */
export function sessionDriver(
  target: ConnectionTarget,
  settings: string,
  changes: SessionChangeDetection,
  onShared: () => void,
): SessionDriver<Session> {
  const detectPooler = poolerDetection()
  const create = (address: Address, isEncrypted: boolean): Session => {
    const another = (): Session => create(address, isEncrypted)
    const session = new Session(clientConfig(target, address, isEncrypted), another)
    if (target.channelBinding === 'require') requireChannelBinding(session)
    // The running statement gets the error too. Without a listener, Node.js would end the process.
    session.on('error', () => {
      session.drop()
    })
    return session
  }
  return {
    addresses: target.addresses,
    encryption: { use: target.encryption.use, isFailure: isEncryptionFailure },
    create,
    connect,
    setUp: async (session) => {
      session.pooler = await detectPooler(session)
      if (session.pooler !== undefined) {
        onShared()
        return
      }
      await session.query(settings)
      await changes.watch(session)
    },
    readState,
    isUsable: ({ connection: { stream }, prepared }) =>
      stream.readable && stream.writable && prepared.haveRoom,
    cancel: cancelStatement,
    close: (session) => session.end(),
    destroy: (session) => {
      session.drop()
    },
    isLost: ({ connection: { stream } }, error) => !stream.readable || ENDS.has(errorCode(error)),
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: too_many_connections
    isAtLimit: (error) => errorCode(error) === '53300',
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled
    isTimeout: (error) => errorCode(error) === '57014',
  }
}

function clientConfig(
  target: ConnectionTarget,
  { host, port, socketPath }: Address,
  isEncrypted: boolean,
): ClientConfig {
  const { user, password, database, applicationName, options, keepAlive } = target
  return {
    host,
    port,
    user,
    database,
    password: password ?? (() => passwordOfFile({ host, port, user, database })),
    ...(options !== undefined && { options }),
    application_name: applicationName,
    ssl: isEncrypted && socketPath === undefined ? tlsOptions(target.encryption) : false,
    enableChannelBinding: isEncrypted && target.channelBinding !== 'disable',
    keepAlive,
    keepAliveInitialDelayMillis: target.keepAliveDelay,
  }
}
