import type { Address } from '../connection-url/address'
import type { EncryptionUse } from '../encryption'
import type { ServerState } from './host-state'

/** How a session is encrypted. */
interface SessionEncryption {
  readonly use: EncryptionUse
  /** Whether the error of `connect` may be due to encryption, or to its absence. */
  isFailure(error: unknown): boolean
}

/** The part of a session that depends on the engine: how to open, cancel and close it. */
export interface SessionDriver<Session extends object> {
  /** Where to connect to, in order of preference. */
  readonly addresses: readonly Address[]
  /** Absent if a session is no connection over a network, so that there is nothing to encrypt. */
  readonly encryption?: SessionEncryption
  /** Creates a session, which may start to connect; `connect` reports a failure. */
  create(address: Address, isEncrypted: boolean): Session
  /** Waits until the server has accepted the session; at once if there is no server. */
  connect(session: Session): Promise<unknown>
  /**
   * Prepares a connected session: read-only, with the settings that every statement needs. Does nothing if
   * `create` already prepares it.
   */
  setUp(session: Session): Promise<unknown>
  /**
   * The role and the lag of the server now. Called only if they decide which host is used, or whether it is.
   * Absent if the engine has no servers: then there is one address, and a limit of the lag has no effect.
   */
  readonly readState?: (session: Session) => Promise<ServerState>
  /**
   * Throws if the database cannot be read. Absent if only a session can show that: then the pool opens one
   * more.
   */
  readonly reach?: () => void
  /** Whether an idle session can take another statement. */
  isUsable(session: Session): boolean
  /** Cancels the session's statement in the database. */
  cancel(session: Session): Promise<unknown>
  /** Closes an idle session and waits until the server has done so. */
  close(session: Session): Promise<unknown>
  /** Closes the socket at once, without notice to the server. May be called twice. */
  destroy(session: Session): void
  /** Whether the server has refused the session because it has too many. */
  isAtLimit(error: unknown): boolean
  /** Whether the error of a statement means that its session has ended. */
  isLost(session: Session, error: unknown): boolean
  /** Whether the error means that the database cancelled the statement, as it does at its timeout. */
  isTimeout(error: unknown): boolean
}
