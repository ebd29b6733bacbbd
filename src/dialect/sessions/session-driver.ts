/** What differs between the engines: how a session is opened, used and ended. The pool does the rest. */
export interface SessionDriver<Session extends object> {
  /** Starts to connect; a failure is reported by `connect`. */
  create(): Session
  /** Waits until the server has accepted the session. */
  connect(session: Session): Promise<unknown>
  /** Prepares a connected session: read-only, with the settings that every statement needs. */
  setUp(session: Session): Promise<unknown>
  /** Whether an idle session can take another statement. */
  isUsable(session: Session): boolean
  /** Has the database stop what the session runs. */
  cancel(session: Session): Promise<unknown>
  /** Closes an idle session and waits until the server has done so. */
  close(session: Session): Promise<unknown>
  /** Closes the socket at once, without notice to the server. May be called twice. */
  destroy(session: Session): void
  /** Whether the database says that the statement took too long. */
  isTimeout(error: unknown): boolean
}
