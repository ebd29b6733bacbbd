/** The options of mysql2 for a session. */
import { connect, isIP, type Socket } from 'node:net'
import type { ConnectionOptions, SslOptions } from 'mysql2'
import type { Address } from '../../src/dialect/connection-url/address'
import { tlsOptions, type Encryption, type TlsOptions } from '../../src/dialect/encryption'
import { KEEP_ALIVE_DELAY } from '../../src/dialect/keep-alive'
import type { ConnectionTarget } from './connection-string'
import { MAX_PREPARED } from './prepared-statements'

const EVERY_SESSION: ConnectionOptions = {
  // No timeout of the driver: the pool's deadline covers the setup of a session too.
  connectTimeout: 0,
  charset: 'utf8mb4',
  // Values as the server prints them: a Date would shift and a number would round.
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  jsonStrings: true,
  maxPreparedStatements: MAX_PREPARED,
  keepAliveInitialDelay: KEEP_ALIVE_DELAY,
}

export function driverOptions(
  { user, password, database, encryption }: ConnectionTarget,
  { host, port, socketPath }: Address,
  isEncrypted: boolean,
): ConnectionOptions {
  const options = { ...EVERY_SESSION, user, password, database }
  const target = socketPath === undefined ? { host, port } : { socketPath }
  // Nobody can eavesdrop on a Unix-domain socket, so encryption that is only preferred is not used there.
  const isPreference = encryption.use === 'if offered'
  if (!isEncrypted || (socketPath !== undefined && isPreference)) return { ...options, ...target }
  const ssl = sslOptions(encryption)
  const opensSocket = socketPath === undefined && isIP(host) !== 0
  return {
    ...options,
    ...target,
    ssl,
    ...(opensSocket && { stream: () => openSocket(host, port) }),
  }
}

const sslOptionsOf = new WeakMap<TlsOptions, SslOptions>()

/** The driver parses the certificates once for each object of options. */
function sslOptions(encryption: Encryption): SslOptions {
  const options = tlsOptions(encryption)
  const existing = sslOptionsOf.get(options)
  if (existing) return existing
  const ssl = { ...options, verifyIdentity: encryption.verifies === 'name' }
  sslOptionsOf.set(options, ssl)
  return ssl
}

/**
 * The driver does not pass an IP address on as the host to verify. Node.js then accepts a certificate
 * for `localhost`, unless the socket has the property `_host`.
 * https://github.com/nodejs/node/blob/v20.20.2/lib/_tls_wrap.js: onConnectSecure
 */
function openSocket(host: string, port: number): Socket {
  const socket = connect({
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_DELAY,
  })
  return Object.assign(socket, { _host: host })
}
