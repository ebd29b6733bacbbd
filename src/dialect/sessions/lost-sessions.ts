/** Detects that a session had ended while it was idle, so that its statement can run on another one. */
import { ResultTooLargeError } from '../result-size'
import type { SessionDriver } from './session-driver'

/**
 * Milliseconds within which a statement shows that its session had ended before. A statement that has run for
 * longer may be the reason for the end: an operator has ended it, or the server has run out of memory.
 */
const MAX_DURATION = 100

export class LostSessions<Session extends object> {
  /** Sessions that have run a statement. */
  private readonly used = new WeakSet<Session>()

  constructor(private readonly driver: Pick<SessionDriver<Session>, 'isLost'>) {}

  /** Call this after each statement that has succeeded. */
  add(session: Session): void {
    this.used.add(session)
  }

  /**
   * @param error of the statement
   * @param duration of the statement, in milliseconds
   */
  includes(session: Session, error: unknown, duration: number): boolean {
    // The session has closed itself, because of the statement.
    if (error instanceof ResultTooLargeError) return false
    return this.used.has(session) && duration < MAX_DURATION && this.driver.isLost(session, error)
  }
}
