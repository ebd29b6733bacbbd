/**
 * Reads a page and its total with one statement, so that both are from one snapshot of the data.
 */
import type { Cell } from '../dialect/schema'
import {
  isSameVersion,
  trackedVersion,
  versionWatch,
  type DataVersion,
  type VersionedReads,
} from './data-version'
import { windowFromStart } from './page-window'
import { OutdatedTotalError, type Reader, type ReadRequest, type ReadResult } from './reader'
import { requireSameTable } from './snapshot-token'
import { requireOneRowPerKey } from './statements/deferred-join'
import { METADATA_COLUMNS } from './statements/metadata-columns'
import type { Statements } from './statements/statement-cache'
import { withMetadata } from './statements/wide-page'

/**
 * Maximum number of statements that read a page and its total together. One is enough, unless the rows are on
 * several servers, which have no common snapshot, or a view returns other rows each time. If an index is damaged and
 * has more entries than its table has rows, no number is enough.
 */
const MAX_ATTEMPTS = 10

export function createReadExecutor(connection: VersionedReads, statements: Statements): Reader {
  const { readRows, changes } = connection

  /**
   * @param isNeverEmpty see `TotalRequest`
   * @returns `undefined` if the statement returns no row, because the total is a column of the rows
   */
  const readPage = async (
    { plan, cached, window, isCounted, maxAge }: ReadRequest,
    signal: AbortSignal | undefined,
    isNeverEmpty = false,
  ): Promise<ReadResult | undefined> => {
    const pageWindow = window ?? windowFromStart(plan.offset, plan.limit)
    const since = isCounted ? undefined : cached?.version.counter
    const versionOf = versionWatch(plan.table, changes, since)
    const mayBeOutdated = maxAge > 0
    const total = { cached, isCounted, mayBeOutdated, isNeverEmpty }
    const statement = statements.page(plan, pageWindow, total)
    const found = await readRows(statement, signal)
    requireSameTable(found)
    const rows = statement.isWide ? withMetadata(found) : requireOneRowPerKey(found)
    const [first] = rows
    const [token, totalCell, keyCount] = first ?? []
    const inPage = Number(keyCount ?? rows.length)
    const version = versionOf(token, cached?.version)
    if (!isCounted && cached) {
      const isCurrent = isSameVersion(cached.version, version)
      if (!isCurrent && !mayBeOutdated) throw new OutdatedTotalError()
      const cells = inPage === 0 ? [] : pageCells(rows, pageWindow.isBackward)
      return resultOf(cells, cached.total, isCurrent ? version : undefined)
    }
    if (!first) return undefined
    const counted = Number(totalCell ?? plan.offset + inPage)
    const cells = inPage === 0 ? [] : pageCells(rows)
    return resultOf(cells, counted, await trackedVersion(plan.table, connection, version, signal))
  }

  const readTotal = async (
    { plan, cached }: ReadRequest,
    signal: AbortSignal | undefined,
  ): Promise<ReadResult> => {
    const versionOf = versionWatch(plan.table, changes)
    const rows = await readRows(statements.total(plan, { cached, isCounted: true }), signal)
    requireSameTable(rows)
    const [token, total] = rows[0] ?? []
    const version = versionOf(token, cached?.version)
    const tracked = await trackedVersion(plan.table, connection, version, signal)
    return resultOf([], Number(total), tracked)
  }

  return {
    read: async (request, signal) => {
      const { plan, cached, isCounted } = request
      // A page after the last row is still empty, unless the total has changed.
      if (!isCounted || !cached || plan.offset < cached.total) {
        const page = await readPage(request, signal)
        if (page) return page
      }
      const counted = await readTotal(request, signal)
      if (counted.total <= plan.offset) return counted
      // Rows were added since the page was read or counted, so one statement reads and counts.
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const page = await readPage({ ...request, cached: undefined }, signal, true)
        if (page && (page.rows.length > 0 || page.total <= plan.offset)) return page
      }
      throw new Error('rows that were counted are not found; an index may be damaged')
    },
  }
}

/** Always sets all properties, for the reason in `readRequest`. */
function resultOf(rows: Cell[][], total: number, version: DataVersion | undefined): ReadResult {
  return { rows, total, version, age: undefined }
}

function pageCells(rows: readonly Cell[][], isBackward = false): Cell[][] {
  const cells = rows.map((row) => row.slice(METADATA_COLUMNS))
  return isBackward ? cells.reverse() : cells
}
