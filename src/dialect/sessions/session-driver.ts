/** What an engine says of its sessions; the pool does the rest. */
export interface SessionDriver<Session extends object> {
  /** Begins a session. Nothing has been sent yet that could fail. */
  create(): Session
  /** Waits until the server has accepted the session. */
  connect(session: Session): Promise<unknown>
  /** Makes a connected session fit for statements: read-only, with the settings that they need. */
  setUp(session: Session): Promise<unknown>
  /** Whether an idle session can take another statement. */
  isUsable(session: Session): boolean
  /** Has the database stop what the session runs. */
  cancel(session: Session): Promise<unknown>
  /** Ends an idle session in good order. */
  close(session: Session): Promise<unknown>
  /** Ends the session at once, without a word to the other side. */
  destroy(session: Session): void
  /** Whether the database says that the statement took too long. */
  isTimeout(error: unknown): boolean
}
