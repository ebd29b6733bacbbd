/** The reader of a connection: the executor of statements, and what spares it work. */
import type { Connection, Dialect } from '../dialect/dialect'
import { withBookmarks } from './bookmarked-pages'
import { withCachedTotals } from './cached-totals'
import { createReadExecutor } from './read-executor'
import type { Reader } from './reader'
import { withSharedPages } from './shared-pages'
import { createStatements } from './statements/statement-cache'

export interface ReadOptions {
  /** Rows between two bookmarks of a table, at least; default: 250. */
  readonly bookmarkStep?: number
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal
  /**
   * Whether every request reads and counts by a statement of its own, without cached totals, bookmarks
   * and shared reads: for comparison. Default: false.
   */
  readonly plainReads?: boolean
}

/** Each layer can be taken off: it changes what a read costs, and nothing that it gives. */
export function createReader(
  connection: Connection,
  dialect: Dialect,
  { bookmarkStep = 250, closing, plainReads = false }: ReadOptions = {},
): Reader {
  const { builder, sessions, changes } = connection
  const maxSkip = 2 * bookmarkStep
  const statements = createStatements(builder, dialect, changes, maxSkip)
  let reader = createReadExecutor(connection, statements)
  if (plainReads) return reader
  reader = withBookmarks(reader, { minStep: bookmarkStep, maxSkip, closing })
  reader = withCachedTotals(reader, {
    changes,
    waitFor: (work, signal) => sessions.waitInQueue(work, signal),
  })
  reader = withSharedPages(reader)
  return reader
}

/**
 * The readers of callers whose rows the database chooses. Nothing is cached: policies may depend on more
 * than the data.
 */
export function createCallerReaders(
  { builder }: Connection,
  dialect: Dialect,
  { bookmarkStep = 250 }: ReadOptions = {},
): (session: Pick<Connection, 'readRows'>) => Reader {
  const statements = createStatements(builder, dialect, undefined, 2 * bookmarkStep)
  return ({ readRows }) => withSharedPages(createReadExecutor({ readRows }, statements))
}
