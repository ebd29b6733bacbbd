/** What a pool of sessions tells of itself. */

export interface PoolState {
  readonly used: number
  readonly free: number
  /** Requests that wait for a session. */
  readonly waiting: number
}

/** `busy` when all sessions are in use, `full` when no more requests may wait for one. */
export type PoolLoad = 'free' | 'busy' | 'full'
