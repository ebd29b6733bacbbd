/**
 * The statements of a read. A page with its total is one statement, so that both see one snapshot of
 * the data; the total in it is only counted when nothing else tells it.
 */
import type { CellPacking } from '../dialect/dialect'
import type { Cell, OrderKey } from '../dialect/schema'
import { joined, sql, type SqlFragment } from '../dialect/sql-fragment'
import type { PageWindow } from './page-window'
import { rowsAfter, seekTerms } from './seek-condition'
import {
  anyOf,
  cells,
  limited,
  orderBy,
  reversed,
  searchOf,
  tokenCell,
  totalCell,
  where,
  type PagePlan,
  type StatementRules,
  type TotalRequest,
} from './statement-parts'

/** Cells of a statement's rows before those of the page. */
export const LEADING_CELLS = 3

/** Of the cells of a page's statement. */
export function resultTypes({ columns }: PagePlan): (string | undefined)[] {
  const leading = Array.from({ length: LEADING_CELLS }, () => undefined)
  return [...leading, ...columns.map(({ resultType }) => resultType)]
}

/** Key columns beyond which finding the keys first saves nothing. */
const MOST_IDENTITY_COLUMNS = 32

/**
 * Gives rows of: token, total, keys found, then the page's cells. The token is NULL when it is the kept
 * one. The total is NULL where the number of keys found, fewer than asked for, tells it. That number is
 * NULL where rows are not read by their keys, and -1 where a key has no row. A page without rows may
 * give no row, or one in which that number is 0.
 * @param fewRows how many to pass over as they are; beyond, a statement that looks at their keys alone
 *   is worth the time to plan it
 */
export function pageStatement(
  plan: PagePlan,
  window: PageWindow,
  request: TotalRequest,
  rules: StatementRules,
  fewRows: number,
): SqlFragment {
  const { identity } = plan.table
  const ranges = window.from ? rangesFrom(plan, window, window.from.values) : []
  if (isWide(plan, rules)) return wide(plan, window, ranges, request, rules)
  return identity &&
    identity.length <= MOST_IDENTITY_COLUMNS &&
    (plan.search || ranges.length > 1 || window.skip > fewRows)
    ? keysFirst(plan, identity, window, ranges, request, rules)
    : direct(plan, window, ranges, request, rules)
}

/** Gives one row of: token, total. */
export function totalStatement(plan: PagePlan, request: TotalRequest): SqlFragment {
  const token = request.token ?? 'null'
  return sql`select ${tokenCell(token, request)}, ${totalCell(token, plan, request, [])}`
}

function direct(
  plan: PagePlan,
  window: PageWindow,
  ranges: readonly SqlFragment[],
  request: TotalRequest,
  rules: StatementRules,
): SqlFragment {
  const token = request.token ?? 'null'
  const leading = leadingCells(token, plan, request)
  const order = orderBy(plan.order, window, rules)
  const condition = where([...searchOf(plan), ...ranges])
  const rows = sql`from ${plan.table.from}${condition}${order}${limited(window)}`
  const packing = packingFor(plan, rules)
  if (packing) {
    const packed = packing.pack(sql`${cells(plan).slice(2)}`)
    const unpacked = plan.columns.map((_, index) => packing.unpack('p.r', index)).join(', ')
    return sql`select ${leading}, ${unpacked} from (select ${packed} as r ${rows}) as p`
  }
  if (request.token === undefined || plan.columns.length === 0) {
    return sql`select ${leading}${cells(plan)} ${rows}`
  }
  // Where a token is computed beside them, Postgres sorts the rows without its parallel workers.
  return sql`select ${leading}, p.* from (select ${cells(plan).slice(2)} ${rows}) as p`
}

/** Whether a row of the page leaves no room for the cells before it. */
export function isWide(
  { columns }: PagePlan,
  { maxResultColumns = Infinity }: StatementRules,
): boolean {
  return LEADING_CELLS + columns.length > maxResultColumns
}

/** The leading cells are a row of their own, which `unfolded` puts in their place. */
function wide(
  plan: PagePlan,
  window: PageWindow,
  ranges: readonly SqlFragment[],
  request: TotalRequest,
  rules: StatementRules,
): SqlFragment {
  const token = request.token ?? 'null'
  const leading = leadingCells(token, plan, request)
  const rest = ', null'.repeat(plan.columns.length - LEADING_CELLS)
  const condition = where([...searchOf(plan), ...(ranges.length > 0 ? [anyOf(ranges)] : [])])
  const order = orderBy(plan.order, window, rules)
  const rows = sql`select ${cells(plan).slice(2)} from ${plan.table.from}${condition}${order}${limited(window)}`
  return sql`select ${leading}${rest} union all select * from (${rows}) as p`
}

/** The rows of a statement for a wide page, as those of any other. */
export function unfolded([first = [], ...rows]: readonly Cell[][]): Cell[][] {
  const [token = null, total = null, found = null] = first
  if (rows.length === 0) return [[token, total, 0]]
  return rows.map((cells) => [token, total, found, ...cells])
}

/**
 * Finds the keys of the page's rows, then reads those rows alone. An index that has the keys serves
 * the first step, however many rows it passes over; and counting the keys found tells the total of a
 * search that finds less than a page without another look.
 */
function keysFirst(
  plan: PagePlan,
  identity: readonly OrderKey[],
  window: PageWindow,
  ranges: readonly SqlFragment[],
  request: TotalRequest,
  rules: StatementRules,
): SqlFragment {
  const { keys, isLimited } = keysOf(plan, identity, window, ranges, rules)
  const found = [`k.n < ${window.take}`, ...(window.skip === 0 ? ['k.n is null'] : [])]
  const leading = sql`${tokenCell('s.token', request)}, ${totalCell('s.token', plan, request, found)}, ${isLimited ? foundCell(identity) : 'null'}`
  const list = sql`${leading}${cells(plan)}`
  const match = identity.map(({ sql: key }, index) => `${key} = k.k${index}`).join(' and ')
  const packing = packingFor(plan, rules)
  const statement = joined(
    [
      packing ? sql`select ${packing.pack(list)} as r` : sql`select ${list}`,
      sql` from (select ${request.token ?? 'null'} as token) as s`,
      sql` left join (select q.*, count(*) over () as n from (${keys}) as q) as k on 1 = 1`,
      sql` left join ${plan.table.from} on ${match}`,
      orderBy(plan.order, window, rules),
      isLimited ? sql`` : limited(window),
    ],
    '',
  )
  if (!packing) return statement
  const all = Array.from({ length: LEADING_CELLS + plan.columns.length }, (_, index) =>
    packing.unpack('p.r', index),
  )
  return sql`select ${all.join(', ')} from (${statement}) as p`
}

function foundCell([first]: readonly OrderKey[]): string {
  return `case when k.n is null then 0 when ${first?.sql ?? '1'} is null then -1 else k.n end`
}

/** Where cells and order together are more than a statement can have. */
function packingFor(
  { columns, order }: PagePlan,
  { packing }: StatementRules,
): CellPacking | undefined {
  const most = (packing?.mostExpressions ?? Infinity) - LEADING_CELLS
  if (columns.length + order.length <= most) return undefined
  const different = new Set([
    ...columns.map(({ select }) => select),
    ...order.map(({ key }) => key.sql),
  ])
  return different.size > most ? packing : undefined
}

/** Without a limit when the keys come from several ranges, whose order only the whole rows tell. */
function keysOf(
  plan: PagePlan,
  identity: readonly OrderKey[],
  window: PageWindow,
  ranges: readonly SqlFragment[],
  rules: StatementRules,
): { keys: SqlFragment; isLimited: boolean } {
  const names = identity.map(({ sql: key }, index) => `${key} as k${index}`).join(', ')
  const order = orderBy(plan.order, window, rules)
  const within = (conditions: readonly SqlFragment[], limit: SqlFragment): SqlFragment =>
    sql`select ${names} from ${plan.table.from}${where([...searchOf(plan), ...conditions])}${order}${limit}`

  const [only] = ranges
  if (ranges.length < 2)
    return { keys: within(only ? [only] : [], limited(window)), isLimited: true }
  const reach = sql` limit ${String(window.skip + window.take)}`
  const parts = ranges.map(
    (range, index) => sql`select * from (${within([range], reach)}) as r${String(index)}`,
  )
  return { keys: joined(parts, ' union all '), isLimited: false }
}

function rangesFrom(
  plan: PagePlan,
  { isBackward }: PageWindow,
  values: NonNullable<PageWindow['from']>['values'],
): SqlFragment[] {
  const terms = seekTerms(plan.order) ?? []
  const directed = terms.map((term) => (isBackward ? { ...term, ...reversed(term) } : term))
  // Behind a boundary at offset n is row n; before it, and part of what stands there, is row n - 1.
  return rowsAfter(directed, values, isBackward)
}

/** Of rows that are not read by their keys. */
function leadingCells(token: string, plan: PagePlan, request: TotalRequest): SqlFragment {
  return sql`${tokenCell(token, request)}, ${totalCell(token, plan, request, [])}, null`
}
