import type { Address } from '../connection-url/address'
import type { EncryptionUse } from '../encryption'
import type { ServerState } from './host-state'

/** The part of a session that depends on the engine: how to open, cancel and close it. */
export interface SessionDriver<Session extends object> {
  /** Where to connect to, in order of preference. */
  readonly addresses: readonly Address[]
  readonly encryption: EncryptionUse
  /** Creates a session, which may start to connect; `connect` reports a failure. */
  create(address: Address, isEncrypted: boolean): Session
  /** Waits until the server has accepted the session. */
  connect(session: Session): Promise<unknown>
  /** Prepares a connected session: read-only, with the settings that every statement needs. */
  setUp(session: Session): Promise<unknown>
  /** The role and the lag of the server now. Called only if there are several hosts, or a limit of the lag. */
  readState(session: Session): Promise<ServerState>
  /** Whether an idle session can take another statement. */
  isUsable(session: Session): boolean
  /** Cancels the session's statement in the database. */
  cancel(session: Session): Promise<unknown>
  /** Closes an idle session and waits until the server has done so. */
  close(session: Session): Promise<unknown>
  /** Closes the socket at once, without notice to the server. May be called twice. */
  destroy(session: Session): void
  /** Whether the error of `connect` may be due to the encryption or its absence. */
  isEncryptionFailure(error: unknown): boolean
  /** Whether the server has refused the session because it has too many. */
  isAtLimit(error: unknown): boolean
  /** Whether the error means that the database cancelled the statement at its timeout. */
  isTimeout(error: unknown): boolean
}
