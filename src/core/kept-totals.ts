/** Totals that were counted, each with the proof by which a later request can tell if it still holds. */
import { LRUCache } from 'lru-cache'
import type { ChangeToken } from '../dialect/dialect'
import type { Cell, TableSchema } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import type { ReadPlan } from './read-plan'

export interface KeptTotal {
  /** The change token around the statement that counted. */
  readonly around: string
  /** The change token of its snapshot; empty if the other part suffices. */
  readonly token: string
  readonly total: number
}

export interface KeptTotals {
  get(key: string): KeptTotal | undefined
  /** To be told whenever a kept total has spared a count. */
  used(key: string): void
  keep(key: string, total: KeptTotal): void
  /** Whether the data has lately changed too often for a total to be of use. */
  isFutile(key: string): boolean
}

/** Bytes of all keys, roughly; a key carries what was searched for. */
const MOST_BYTES = 16 * 1024 * 1024

interface Entry {
  readonly kept: KeptTotal
  isUsed: boolean
  /** The total before this one was replaced before it was used. */
  readonly isFutile: boolean
}

export function createKeptTotals(): KeptTotals {
  const entries = new LRUCache<string, Entry>({
    max: 10_000,
    maxSize: MOST_BYTES,
    sizeCalculation: (_entry, key) => 2 * key.length + 200,
  })
  return {
    get: (key) => entries.get(key)?.kept,
    used: (key) => {
      const entry = entries.get(key)
      if (entry) entry.isUsed = true
    },
    keep: (key, kept) => {
      const previous = entries.peek(key)
      const isFutile = previous !== undefined && !previous.isUsed
      entries.set(key, { kept, isUsed: false, isFutile })
    },
    isFutile: (key) => {
      const entry = entries.peek(key)
      return entry !== undefined && entry.isFutile && !entry.isUsed
    },
  }
}

/** The same for all pages, orders and columns of one search. */
export function totalKey(plan: Pick<ReadPlan, 'table' | 'search'>): string {
  const known = totalKeys.get(plan)
  if (known !== undefined) return known
  const conditions = plan.search?.map(({ sql, bindings }) => [sql, ...bindings])
  const key = JSON.stringify([plan.table.from, conditions])
  totalKeys.set(plan, key)
  return key
}

const totalKeys = new WeakMap<Pick<ReadPlan, 'table' | 'search'>, string>()

/** Whether the rows of a page's statement are from a snapshot in which the kept total is true. */
export function isProven(
  rows: readonly (readonly Cell[])[],
  kept: KeptTotal,
  changes: ChangeToken,
): boolean {
  if (changes.around() !== kept.around) return false
  // The statement gives NULL for the token when it is the kept one.
  return changes.inSnapshot === undefined || rows[0]?.[0] === null
}

/** In the place of the token of a snapshot in which the table is not the one described. */
const TABLE_CHANGED = 'changed'

/** SQL of the token of a statement's snapshot; an empty text where it says nothing of the table. */
export function snapshotToken(
  { isTracked, describedWhile }: TableSchema,
  changes: ChangeToken | undefined,
): string | undefined {
  const token = isTracked ? changes?.inSnapshot : undefined
  if (describedWhile === undefined) return token
  return `case when ${describedWhile} then ${token ?? `''`} else '${TABLE_CHANGED}' end`
}

/** @throws TableChangedError */
export function requireSameTable([first]: readonly (readonly Cell[])[]): void {
  if (first?.[0] === TABLE_CHANGED) throw new TableChangedError()
}

/**
 * The same, to be compared with the token of a kept total. That one spoke for the table, so an equal one
 * does: they are of equal snapshots. The comment keeps plans out that are older than the description.
 */
export function comparedToken(
  { describedAs }: TableSchema,
  changes: ChangeToken,
): string | undefined {
  const token = changes.inSnapshot
  if (token === undefined || describedAs === undefined) return token
  return `${token} /* ${describedAs} */`
}
