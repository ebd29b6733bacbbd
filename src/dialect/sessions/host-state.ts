/** The state of one host of the connection string. */

/** Whether a host accepts writes, or follows one that does. */
export type HostRole = 'primary' | 'standby'

export interface ServerState {
  readonly role: HostRole
  /**
   * Milliseconds that a standby lags behind its primary, as it reports itself: possibly Infinity if its
   * replication has stopped; absent if unknown.
   */
  readonly lag?: number | undefined
  /** Position in the primary's log of writes that reads can see; absent if unknown. */
  readonly position?: number | undefined
  /** Why the server must not be used although it responds, e.g. `the node is not synced`. */
  readonly problem?: string | undefined
}

/** What is known of a host. */
export interface HostReport {
  /** Host and port, or the path of a socket. */
  readonly host: string
  /** Its role; absent until the first check, while the host is down, and if nothing depends on it. */
  readonly role?: HostRole
  /**
   * Milliseconds that it lags behind its primary, possibly Infinity if its replication has stopped; absent if
   * unknown.
   */
  readonly lag?: number
  /** Whether statements may run there. */
  readonly isUsable: boolean
  /** Why they may not. */
  readonly reason?: string
}
