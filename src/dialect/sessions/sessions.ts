import type { HostReport } from './host-state'
import type { PoolLoad, PoolState } from './pool-state'

/** The part of the pool that the core uses. */
export interface Sessions {
  state(): PoolState
  load(): PoolLoad
  /**
   * Waits for the statement of another request. The waiting request counts in the queue for a session.
   * @throws OverloadedError, or the signal's reason as soon as it is aborted
   */
  waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void>
  /** Checks that the database responds even if all sessions are in use; may open one more session for that. */
  reachDatabase(): Promise<void>
  /** What is known of each host; without its role if nothing depends on that. */
  hosts(): HostReport[]
  /** Calls the listener whenever a host becomes usable or unusable, or changes its role. */
  onHostChange(listener: (report: HostReport) => void): void
}
