/** Composes the reader of a connection from the executor and the layers around it. */
import { monotonicClock } from '../clock'
import type { Connection, Dialect } from '../dialect/dialect'
import type { Sessions } from '../dialect/sessions/sessions'
import { withAgedTotals } from './layers/aged-totals'
import { withBookmarks } from './layers/bookmarked-pages'
import { withCachedTotals } from './layers/cached-totals'
import { withDeclaredKeys } from './layers/declared-keys'
import { windowFromStart } from './page-window'
import { createReadExecutor } from './read-executor'
import { withReadSpans } from './read-span'
import type { Reader, ReadRequest } from './reader'
import { withSharedPages } from './layers/shared-pages'
import { withSharedSnapshots } from './layers/shared-snapshots'
import type { StatementRules } from './statements/page-shape'
import { createStatements } from './statements/statement-cache'

export interface ReadOptions {
  /** Minimum number of rows between two bookmarks; default: 250. */
  readonly bookmarkStep?: number
  /** Maximum age of totals and of bookmarks, in milliseconds; default: 0, they are exact. */
  readonly maxTotalAge?: number
  /** The clock, in milliseconds; default: one that does not go back. */
  readonly now?: (() => number) | undefined
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal
  /**
   * Whether every request reads and counts with its own statement, without cached totals, bookmarks
   * and shared reads, for comparison; default: false.
   */
  readonly plainReads?: boolean | undefined
}

/** Minimum number of rows between two bookmarks. */
const DEFAULT_BOOKMARK_STEP = 250

/** Milliseconds; with 0, totals and bookmarks are exact. */
export const DEFAULT_MAX_TOTAL_AGE = 0

function statementRules(dialect: Dialect, bookmarkStep: number): StatementRules {
  return { ...dialect, maxSkip: 2 * bookmarkStep }
}

function withoutLayers(reader: Reader): Reader {
  return reader
}

/**
 * Each layer is one statement, without which the rest works: it changes the cost of a read and not its result. Only
 * `withAgedTotals` changes the total, within `maxTotalAge`. Bookmarks need a cached total.
 */
export function createReader(
  connection: Connection,
  dialect: Dialect,
  {
    bookmarkStep = DEFAULT_BOOKMARK_STEP,
    maxTotalAge = DEFAULT_MAX_TOTAL_AGE,
    now = monotonicClock,
    closing,
    plainReads = false,
  }: ReadOptions = {},
): Reader {
  const { builder, sessions, changes } = connection
  const waitFor: Sessions['waitInQueue'] = (work, signal) => sessions.waitInQueue(work, signal)
  const rules = statementRules(dialect, bookmarkStep)
  const { maxSkip } = rules
  const statements = createStatements(builder, rules, changes)
  const readerOn = (session: Pick<Connection, 'readRows'>): Reader => {
    let reader = createReadExecutor({ readRows: session.readRows, changes }, statements)
    if (!plainReads && dialect.hasDeclaredKeys) reader = withDeclaredKeys(reader)
    return reader
  }
  let pages = readerOn(connection)
  if (plainReads) return withReadSpans(pages, withoutLayers)
  const textOf = ({ plan, cached }: ReadRequest): string => {
    const window = windowFromStart(plan.offset, plan.limit)
    return statements.page(plan, window, { cached, isCounted: true }).sql
  }
  const { withSession } = connection
  pages = withBookmarks(pages, { minStep: bookmarkStep, maxSkip, now, closing })
  let reader = pages
  reader = withCachedTotals(reader, {
    ...{ changes, waitFor },
    counting: withSharedSnapshots(pages, { withSession, readerOn, textOf, changes, waitFor, now }),
  })
  reader = withAgedTotals(reader, pages, { maxAge: maxTotalAge, waitFor, now, closing })
  return withReadSpans(reader, withSharedPages)
}

/**
 * Makes readers for callers with roles in the database, whose policies select the rows. These
 * readers do not cache totals or bookmarks, because policies may depend on more than the data.
 */
export function createCallerReaders(
  { builder }: Connection,
  dialect: Dialect,
  { bookmarkStep = DEFAULT_BOOKMARK_STEP, plainReads = false }: ReadOptions = {},
): (session: Pick<Connection, 'readRows'>) => Reader {
  const statements = createStatements(builder, statementRules(dialect, bookmarkStep), undefined)
  const withLayers = plainReads ? withoutLayers : withSharedPages
  return ({ readRows }) =>
    withReadSpans(createReadExecutor({ readRows, changes: undefined }, statements), withLayers)
}
