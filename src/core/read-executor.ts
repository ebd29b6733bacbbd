/**
 * Reads a page and its total with one statement, so that both are from one snapshot of the data.
 */
import type { Connection } from '../dialect/dialect'
import type { Cell } from '../dialect/schema'
import {
  isSameVersion,
  requireSameTable,
  trackedVersion,
  versionWatch,
  type DataVersion,
} from './data-version'
import { windowFromStart } from './page-window'
import { OutdatedTotalError, type Reader, type ReadRequest, type ReadResult } from './reader'
import { requireOneRowPerKey } from './statements/deferred-join'
import { METADATA_COLUMNS } from './statements/metadata-columns'
import type { Statements } from './statements/statement-cache'
import { withMetadata } from './statements/wide-page'

/**
 * Maximum number of times that a page is read and its rows are counted. If other sessions add rows between
 * the two statements and remove them before the next, a few times are enough. An index that has more entries
 * than its table has rows would never let them agree.
 */
const MAX_ROUNDS = 10

export function createReadExecutor(
  connection: Pick<Connection, 'readRows' | 'changes'>,
  statements: Statements,
): Reader {
  const { readRows, changes } = connection

  /**
   * @returns `undefined` if the statement returns no row, because the total is a column of the rows
   */
  const readPage = async (
    { plan, cached, window, isCounted = true, maxAge = 0 }: ReadRequest,
    signal: AbortSignal | undefined,
  ): Promise<ReadResult | undefined> => {
    const pageWindow = window ?? windowFromStart(plan.offset, plan.limit)
    const since = isCounted ? undefined : cached?.version.counter
    const versionOf = versionWatch(plan.table, changes, since)
    const mayBeOutdated = maxAge > 0
    const statement = statements.page(plan, pageWindow, { cached, isCounted, mayBeOutdated })
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
    const total = Number(totalCell ?? plan.offset + inPage)
    const cells = inPage === 0 ? [] : pageCells(rows)
    return resultOf(cells, total, await trackedVersion(plan.table, connection, version, signal))
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
      const { offset } = request.plan
      let { cached } = request
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        // A page after the last row is still empty, unless the total has changed.
        if (!cached || offset < cached.total) {
          const page = await readPage({ ...request, cached }, signal)
          if (page) return page
        }
        const counted = await readTotal({ ...request, cached }, signal)
        if (counted.total <= offset) return counted
        // Between the two statements, rows were added.
        cached = undefined
      }
      throw new Error('rows that were counted are not found; an index may be damaged')
    },
  }
}

/** Has all properties, for the reason in `readRequest`. */
function resultOf(rows: Cell[][], total: number, version: DataVersion | undefined): ReadResult {
  return { rows, total, version, age: undefined }
}

function pageCells(rows: readonly Cell[][], isBackward = false): Cell[][] {
  const cells = rows.map((row) => row.slice(METADATA_COLUMNS))
  return isBackward ? cells.reverse() : cells
}
