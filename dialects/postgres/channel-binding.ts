/**
 * Requires channel binding: a login that proves to both sides that nobody intercepts the connection. The
 * driver itself uses it if the server offers it, and otherwise logs in without it.
 * https://www.postgresql.org/docs/current/sasl-authentication.html
 */
import { TLSSocket } from 'node:tls'
import { DriverError } from '../../src/dialect/driver-error'
import type { Session } from './session'

/** Must be called before the session connects, to listen before the driver sends a password. */
export function requireChannelBinding(session: Session): void {
  const { connection } = session
  let isBound = false
  const refuse = (): void => {
    // After this, the driver can send no password.
    connection.stream.destroy()
    const message =
      'the server does not offer channel binding, which the connection string requires'
    connection.emit('error', new DriverError('NO_CHANNEL_BINDING', message))
  }
  connection.on('authenticationCleartextPassword', refuse)
  connection.on('authenticationMD5Password', refuse)
  connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: readonly string[] }) => {
    if (!mechanisms.includes('SCRAM-SHA-256-PLUS') || !(connection.stream instanceof TLSSocket))
      refuse()
  })
  connection.on('authenticationSASLFinal', () => {
    isBound = true
  })
  connection.on('authenticationOk', () => {
    if (!isBound) refuse()
  })
}
