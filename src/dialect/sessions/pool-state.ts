/** The state of a pool of sessions. */

/** Number of connections, and of requests that wait for one. */
export interface PoolState {
  /** Connections that run a statement. */
  readonly used: number
  /** Idle connections. */
  readonly free: number
  /** Requests that wait for a session, or for the statement of another request. */
  readonly waiting: number
}

/** `busy` when all sessions are in use, `full` when no more requests may wait for one. */
export type PoolLoad = 'free' | 'busy' | 'full'
