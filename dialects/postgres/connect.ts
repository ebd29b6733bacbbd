/** Connects a session, and gives codes to errors of the driver that have none. */
import { DriverError } from '../../src/dialect/driver-error'
import { EncryptionNotOfferedError } from '../../src/dialect/sessions/session-errors'
import { errorCode } from '../../src/error-code'
import type { Session } from './session'

export async function connect(session: Session): Promise<void> {
  try {
    await session.connect()
  } catch (cause) {
    throw withCode(cause)
  }
}

/**
 * Gives a code to the driver's own errors, which are in English.
 * https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg/lib/connection.js
 */
export function withCode(cause: unknown): unknown {
  if (!(cause instanceof Error) || errorCode(cause) !== '') return cause
  const { message } = cause
  if (message === 'The server does not support SSL connections') {
    return new EncryptionNotOfferedError(message, { cause })
  }
  if (message === 'There was an error establishing an SSL connection') {
    return new DriverError('UNENCRYPTABLE', message, { cause })
  }
  // Login by SCRAM, by MD5 or in plain text.
  if (/client password must be a |"(string|data|password)" argument must be/.test(message)) {
    return new DriverError('NO_PASSWORD', message, { cause })
  }
  if (/^Connection terminated|is not queryable$/.test(message))
    return new DriverError('CLOSED', message, { cause })
  return cause
}

/**
 * https://www.postgresql.org/docs/current/errcodes-appendix.html: a rule of the server for this kind of
 * connection; poolers report 08P01.
 */
const REFUSED: ReadonlySet<string> = new Set(['28000', '08P01'])

/** Also while Node.js encrypts the connection: the names of its errors start with those of OpenSSL. */
export function isEncryptionFailure(error: unknown): boolean {
  if (error instanceof EncryptionNotOfferedError) return true
  const code = errorCode(error)
  return REFUSED.has(code) || /^(UNENCRYPTABLE|ECONNRESET|EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)
}
