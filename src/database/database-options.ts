/** The options of `openDatabase`. */
import { DATABASE_OPTION_SETTINGS } from './database-settings'
import { FUNCTION, type OptionTypes } from '../settings/option-check'
import { typesOf } from '../settings/setting-definition'
import { BOOLEAN, wholeNumber } from '../settings/setting-type'

/** Options of `openDatabase`. */
export interface DatabaseOptions {
  /** Maximum number of connections, from 1 to 1,000; default: 10. */
  readonly poolSize?: number
  /** Milliseconds to wait for the server or for a free connection; default: 10,000. */
  readonly connectTimeout?: number
  /** Milliseconds after which the database cancels a statement; default: 30,000. */
  readonly statementTimeout?: number
  /**
   * Maximum milliseconds that a standby or replica may lag behind its primary; one that lags more is not
   * used. No effect on SQLite. Default: no limit.
   */
  readonly maxReplicaLag?: number | undefined
  /**
   * Milliseconds after which an idle connection to a server is closed, 0: never; default: 30,000. The last one
   * to Postgres stays open, unless it is behind a pooler.
   */
  readonly idleTimeout?: number
  /** Maximum bytes of a response body, from 1,024 to 512 MiB; default: 32 MiB. */
  readonly maxResponseBytes?: number
  /** Postgres: schemas to serve; default: the connection's search path. */
  readonly schemas?: readonly string[] | undefined
  /**
   * Maximum age of an outdated total, and of an outdated position from which a deep page is read, in
   * milliseconds; default: 0, both are exact.
   */
  readonly maxTotalAge?: number
  /**
   * Maximum number of requests that wait for a connection, and of those that wait for memory; further
   * requests fail. Default: 10,000.
   */
  readonly maxWaiting?: number
  /**
   * Whether every request runs its own statements, without cached totals, bookmarks and shared reads.
   * For comparisons; default: false.
   */
  readonly plainReads?: boolean
  /**
   * The clock by which the cached catalogue and totals age, in milliseconds; default: one that does not
   * go back.
   */
  readonly now?: () => number
}

export const DATABASE_OPTION_TYPES: OptionTypes<DatabaseOptions> = {
  ...typesOf(DATABASE_OPTION_SETTINGS),
  maxWaiting: wholeNumber({ from: 0, to: 1_000_000 }),
  plainReads: BOOLEAN,
  now: FUNCTION,
}
