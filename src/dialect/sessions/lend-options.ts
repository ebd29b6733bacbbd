/** How a session is lent. */
import type { LentSessionRequest } from '../lent-session'

export interface LendOptions {
  readonly signal?: AbortSignal | undefined
  /**
   * The text of the statement, whose earlier durations determine its place in the queue. Default: that of all
   * statements without a text.
   */
  readonly statement?: string
  /** Whether the statement reads the catalogue, on which requests depend; default: false. */
  readonly isCatalogue?: boolean
  /** Whether the requests that wait for the session already count as waiting; default: false. */
  readonly isAlreadyWaiting?: boolean
  /** See `LentSessionRequest`. */
  readonly onWaiting?: LentSessionRequest['onWaiting']
  /**
   * Whether the statement can run again: the pool may end it for others, with an `InterruptedError`, and a
   * session that had ended before is a `LostSessionError`; default: false.
   */
  readonly isRepeatable?: boolean
}

/** Options of a statement that has a session for itself. */
export type UseOptions = Pick<LendOptions, 'signal' | 'statement' | 'isCatalogue'>
