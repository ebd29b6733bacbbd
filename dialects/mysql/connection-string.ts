/** Parses the URL of a database, and explains to the operator why the database cannot be used. */
import { connect, isIP, type Socket } from 'node:net'
import { decodedPart, refuseSplitPassword } from '../../src/dialect/connection-text'
import { ConnectionStringError } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { ConnectTimeoutError } from '../../src/dialect/sessions/session-errors'

export interface Credentials {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  /** Set for an encrypted connection; an authority that Node.js trusts must certify this host. */
  readonly ssl?: { readonly verifyIdentity: true }
  /** Opens the socket instead of the driver; see `connectToAddress`. */
  readonly stream?: () => Socket
}

/** @throws ConnectionStringError, which never shows the password */
export function credentials(connection: string): Credentials {
  const url = URL.canParse(connection) ? new URL(connection) : undefined
  if (url) refuseSplitPassword(url)
  const database = url && decodedPart(url.pathname.slice(1), 'database')
  if (!url || !database) {
    throw new ConnectionStringError(
      'the connection must be of the form mysql://user:password@host:3306/database',
    )
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? 3306 : Number(url.port)
  return {
    host,
    port,
    user: decodedPart(url.username, 'user'),
    password: decodedPart(url.password, 'password'),
    database,
    ...(isEncrypted(url) && { ssl: { verifyIdentity: true } }),
    ...(isEncrypted(url) && isIP(host) !== 0 && { stream: () => connectToAddress(host, port) }),
  }
}

/** `ssl` is the only parameter. Any other would have no effect, so it is an error. */
function isEncrypted({ searchParams }: URL): boolean {
  for (const [name, value] of searchParams) {
    if (name === 'ssl' && ['true', 'false'].includes(value)) continue
    throw new ConnectionStringError(
      `the connection's parameter "${name}" is not ssl=true or ssl=false`,
    )
  }
  return searchParams.get('ssl') === 'true'
}

/**
 * The driver does not pass an IP address on as the host to verify. Node.js then accepts a certificate
 * for `localhost`, unless the socket has the property `_host`.
 * https://github.com/nodejs/node/blob/v20.20.2/lib/_tls_wrap.js: onConnectSecure
 */
function connectToAddress(host: string, port: number): Socket {
  const socket = connect({ host, port, noDelay: true, keepAlive: true })
  return Object.assign(socket, { _host: host })
}

type Explain = (to: Credentials, error: unknown) => string

/** https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html and Node's system errors. */
const FAILURES: Readonly<Record<string, Explain>> = {
  ENOTFOUND: ({ host }) => `host not found: ${host}`,
  EAI_AGAIN: ({ host }) => `host not found: ${host}`,
  ECONNREFUSED: ({ host, port }) => `nothing listens at ${host}:${port}: connection refused`,
  ETIMEDOUT: ({ host, port }) => `no answer from ${host}:${port}`,
  PROTOCOL_CONNECTION_LOST: ({ host, port }) => `${host}:${port} closed the connection`,
  ECONNRESET: ({ host, port }) => `${host}:${port} closed the connection`,
  ER_ACCESS_DENIED_ERROR: ({ user, password }) =>
    password === ''
      ? `user "${user}" needs a password, or there is no such user: write mysql://USER:PASSWORD@HOST/DATABASE`
      : `wrong password for user "${user}", or no such user`,
  ER_DBACCESS_DENIED_ERROR: ({ user, database }) =>
    `user "${user}" may not use the database "${database}", or there is no such database`,
  ER_BAD_DB_ERROR: ({ database }) => `no such database: ${database}`,
  ER_CON_COUNT_ERROR: ({ host, port }) => `${host}:${port} has no connection left`,
  HANDSHAKE_NO_SSL_SUPPORT: ({ host, port }) => `${host}:${port} offers no encryption`,
  HANDSHAKE_SSL_ERROR: explainEncryption,
}

export function explainFailure(error: unknown, connection: string): string {
  const to = credentials(connection)
  const code = errorCode(error)
  const explain = FAILURES[code]
  if (explain) return explain(to, error)
  if (error instanceof ConnectTimeoutError) return `no answer from ${to.host}:${to.port}`
  return `cannot use the database at ${to.host}:${to.port}${code === '' ? '' : ` (${code})`}`
}

/** The driver replaces Node's error code. Only a certificate for another host gives a `reason`. */
function explainEncryption({ host, port }: Credentials, error: unknown): string {
  const { reason, message = '' } = error as { reason?: unknown; message?: string }
  if (reason !== undefined) return `the certificate of ${host}:${port} is for another host`
  return (
    `cannot encrypt the connection to ${host}:${port}: ${message} ` +
    '(NODE_EXTRA_CA_CERTS names further authorities)'
  )
}
