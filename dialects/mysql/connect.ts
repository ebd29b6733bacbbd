/** Connects and closes sessions, and gives codes to errors of the driver that have none. */
import { DriverError } from '../../src/dialect/driver-error'
import { EncryptionNotOfferedError } from '../../src/dialect/sessions/session-errors'
import { errorCode } from '../../src/error-code'
import type { Session } from './session'

export function connect(session: Session): Promise<void> {
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
  return new DriverError(original, cause.message, { cause })
}

/** Resolves also if the connection is already lost. */
export function close(session: Session): Promise<void> {
  return new Promise((resolve) => {
    session.end(() => {
      resolve()
    })
  })
}
