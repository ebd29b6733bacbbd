/** Runs a plan, with as little work of the database as keeps its rows and its total true. */
import type { ChangeToken, Connection, Dialect } from '../dialect/dialect'
import { waitInQueue } from '../dialect/pool'
import { ResultTooLargeError } from '../dialect/result-size'
import type { Cell } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import { answerVersion, currentVersion, type Proof } from './answer-version'
import { isCommonFailure } from './common-failure'
import { createStatementCompiler } from './compile-statement'
import {
  comparedToken,
  createKeptTotals,
  isProven,
  requireSameTable,
  snapshotToken,
  totalKey,
  type KeptTotal,
} from './kept-totals'
import { createPageBoundaries } from './page-boundaries'

import { oneForEachKey } from './one-for-each-key'
import { nearestWindow, windowFromStart, type Boundary, type PageWindow } from './page-window'
import type { ReadPlan } from './read-plan'
import { createPageStatements } from './page-statements'
import { isWide, LEADING_CELLS, totalStatement, unfolded } from './read-statement'
import type { PagePlan, TotalRequest } from './statement-parts'

export interface ReadResult {
  /** Cells in the order of the plan's columns. */
  readonly rows: readonly (readonly Cell[])[]
  /** Rows that match on all pages, in the snapshot that the rows are from. */
  readonly total: number
  /** Absent where nothing proves that the data is still the same. */
  readonly version?: string | undefined
}

export interface ReadExecutor {
  read(plan: ReadPlan, signal?: AbortSignal): Promise<ReadResult>
  /** The version that the result has now, found without a look at the table. */
  version(plan: ReadPlan, signal?: AbortSignal): Promise<string | undefined>
}

/** A result with the proof of its snapshot, if there is one. */
interface ProvenResult extends ReadResult {
  readonly proof?: Proof | undefined
}

export interface ReadOptions {
  /** Rows between two remembered places of a table, at least. */
  readonly boundaryStep?: number
  /** Aborted when the database is closed. */
  readonly closing?: AbortSignal
  /** Requests that may wait while all connections are at work; default: any number. */
  readonly maxWaiting?: number
}

/** A read that counts, for all that wait for its total. */
interface Count {
  readonly result: Promise<ProvenResult>
  /** Aborted when nobody wants its page any more. */
  readonly signal: AbortSignal | undefined
}

/** Whether a statement may have failed for a key that is given with it. */
function mayBeOfKey(error: unknown): boolean {
  const isOther = error instanceof ResultTooLargeError || error instanceof TableChangedError
  return !isOther && !isCommonFailure(error)
}

export function createReadExecutor(
  connection: Pick<Connection, 'db' | 'readRows' | 'changes'>,
  dialect: Dialect,
  { boundaryStep = 250, closing, maxWaiting = Infinity }: ReadOptions = {},
): ReadExecutor {
  /** Rows that are passed over as they are. */
  const fewRows = 2 * boundaryStep
  const compile = createStatementCompiler(connection.db)
  const statementOf = createPageStatements(compile, dialect, fewRows)
  const totals = connection.changes && createKeptTotals()
  const counting = new Map<string, Count>()

  const rowsOf = async (
    plan: PagePlan,
    window: PageWindow,
    request: TotalRequest,
    signal?: AbortSignal,
  ): Promise<Cell[][]> => {
    const rows = await connection.readRows(statementOf(plan, window, request), signal)
    requireSameTable(rows)
    return isWide(plan, dialect) ? unfolded(rows) : oneForEachKey(rows)
  }
  const boundaries = createPageBoundaries(rowsOf, boundaryStep, closing)

  /** The page without its total, by way of a total that is still true; else `undefined`. */
  const readKept = async (
    plan: ReadPlan,
    changes: ChangeToken,
    kept: KeptTotal,
    signal?: AbortSignal,
  ): Promise<ReadResult | undefined> => {
    const { total } = kept
    const near = (): Boundary[] => boundaries.near(plan, kept)
    const window = nearestWindow(plan.offset, plan.limit, total, near, fewRows)
    if (window.take === 0) {
      if (changes.inSnapshot !== undefined) return undefined
      return { rows: [], total, version: answerVersion(plan, kept) }
    }
    const request = { token: comparedToken(plan.table, changes), kept, isCounted: false }
    const rows = await rowsOf(plan, window, request, signal).catch((error: unknown) => {
      // A remembered key may be no value any more: a label of an enum that has another name by now.
      if (window.from && !signal?.aborted && mayBeOfKey(error)) return undefined
      throw error
    })
    if (!rows || !isProven(rows, kept, changes)) return undefined
    boundaries.visit(plan, kept, changes, window)
    const cells = rows.map((row) => row.slice(LEADING_CELLS))
    const version = answerVersion(plan, kept)
    return { rows: window.isBackward ? cells.reverse() : cells, total, version }
  }

  const readCounted = async (
    plan: ReadPlan,
    changes: ChangeToken | undefined,
    kept: KeptTotal | undefined,
    signal?: AbortSignal,
  ): Promise<ProvenResult> => {
    const token = snapshotToken(plan.table, changes)
    const request = { token, kept: token === undefined ? undefined : kept, isCounted: true }
    for (;;) {
      const around = changes?.around()
      const prove = (cell: Cell | undefined): ProvenResult['proof'] => {
        if (around === undefined || changes?.around() !== around) return undefined
        if (token === undefined) return { around, token: '' }
        if (cell === null && request.kept) return { around, token: request.kept.token }
        return cell === '' ? undefined : { around, token: String(cell) }
      }
      // A page that was past the end is still so, if the total has not changed.
      if (!kept || plan.offset < kept.total) {
        const window = windowFromStart(plan.offset, plan.limit)
        const rows = await rowsOf(plan, window, request, signal)
        const [first] = rows
        if (first) {
          const [tokenCell, totalCell, found] = first
          const inPage = Number(found ?? rows.length)
          const total = Number(totalCell ?? plan.offset + inPage)
          const cells = inPage === 0 ? [] : rows.map((row) => row.slice(LEADING_CELLS))
          return { rows: cells, total, proof: prove(tokenCell) }
        }
      }
      // No row carries a total. If the total asked for now says that the page is past the end, then
      // both are true of this second snapshot; else rows came in between: look again.
      const statement = totalStatement(plan, request)
      const { isPlannedAnew } = plan.table
      const compiled = { ...compile(statement), isPlannedAnew }
      const totalRows = await connection.readRows(compiled, signal)
      requireSameTable(totalRows)
      const [counted] = totalRows
      const total = Number(counted?.[1])
      if (total <= plan.offset) return { rows: [], total, proof: prove(counted?.[0]) }
      kept = undefined
    }
  }

  /**
   * Waits for another request's count.
   * @returns whether waiting has been of use, or may be of use yet
   * @throws what the count failed by, where this request would fail just so
   */
  const follow = async (leader: Count, signal?: AbortSignal): Promise<boolean> => {
    try {
      await waitInQueue(connection.db, maxWaiting, leader.result, signal)
    } catch (error) {
      signal?.throwIfAborted()
      // Its clients have left, which says nothing of the database.
      if (leader.signal?.aborted) return true
      if (isCommonFailure(error)) throw error
      return false
    }
    return (await leader.result).proof !== undefined
  }

  const read = async (plan: ReadPlan, signal?: AbortSignal): Promise<ReadResult> => {
    const changes = plan.table.isTracked ? connection.changes : undefined
    if (!changes || !totals || changes.around() === undefined) {
      return readCounted(plan, undefined, undefined, signal)
    }
    const key = totalKey(plan)
    let mayFollow = true
    for (;;) {
      const kept = totals.get(key)
      const isCurrent = kept !== undefined && kept.around === changes.around()
      // While the data changes all the time, a kept total is only passed along with a count.
      const isHopeless = changes.inSnapshot !== undefined && totals.isFutile(key)
      if (isCurrent && !isHopeless) {
        const result = await readKept(plan, changes, kept, signal)
        if (result) {
          totals.used(key)
          return result
        }
      }
      const leader = totals.isFutile(key) || !mayFollow ? undefined : counting.get(key)
      if (leader) {
        // Its count may have begun before the last change, so the total is not taken on trust: it is
        // kept, and then proven like any other.
        mayFollow = await follow(leader, signal)
        continue
      }
      const result = readCounted(plan, changes, isCurrent ? kept : undefined, signal)
      const count = { result, signal }
      counting.set(key, count)
      try {
        const { rows, total, proof } = await result
        if (proof && proof.token === kept?.token && proof.around === kept.around) totals.used(key)
        else if (proof) totals.keep(key, { ...proof, total })
        return { rows, total, version: proof && answerVersion(plan, proof) }
      } finally {
        if (counting.get(key) === count) counting.delete(key)
      }
    }
  }

  return { read, version: (plan, signal) => currentVersion(plan, connection, compile, signal) }
}
