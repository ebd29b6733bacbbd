/** The parts that the statements of a read are made of. */
import type { Dialect, SortDirection } from '../dialect/dialect'
import { joined, sql, value, type SqlFragment } from '../dialect/sql-fragment'
import type { PageWindow } from './page-window'
import type { OrderTerm, ReadPlan } from './read-plan'

export interface TotalRequest {
  /** SQL of the snapshot's change token. */
  readonly token?: string | undefined
  /** What is true if the snapshot has this token. */
  readonly kept?: { readonly token: string; readonly total: number } | undefined
  /** Whether the statement is to give a total. */
  readonly isCounted: boolean
}

/** What a statement needs of a plan. */
export type PagePlan = Pick<ReadPlan, 'table' | 'search' | 'order'> & {
  readonly columns: readonly Pick<ReadPlan['columns'][number], 'select' | 'resultType'>[]
}

export type StatementRules = Pick<Dialect, 'orderTerm' | 'packing' | 'maxResultColumns'>

/** Conditions that are written one after the other; each of a longer chain would nest in the next. */
const MOST_ALTERNATIVES = 50

export function tokenCell(name: string, { token, kept }: TotalRequest): SqlFragment {
  if (token === undefined) return sql`null`
  return kept ? sql`nullif(${name}, ${value(kept.token)})` : sql`${name}`
}

/** @param found conditions under which the number of rows in the page tells the total */
export function totalCell(
  token: string,
  plan: PagePlan,
  { kept, isCounted }: TotalRequest,
  found: readonly string[],
): SqlFragment {
  if (!isCounted) return sql`null`
  const count = sql`(select count(*) from ${plan.table.from}${searched(plan)})`
  const cases = [
    ...(kept ? [sql`when ${token} = ${value(kept.token)} then ${value(BigInt(kept.total))}`] : []),
    ...found.map((condition) => sql`when ${condition} then null`),
  ]
  return cases.length > 0 ? sql`case ${joined(cases, ' ')} else ${count} end` : count
}

/** With a comma before each, because there are others before them. */
export function cells({ columns }: PagePlan): string {
  return columns.map(({ select }) => `, ${select}`).join('')
}

function searched(plan: PagePlan): SqlFragment {
  return where(searchOf(plan))
}

export function searchOf({ search }: PagePlan): SqlFragment[] {
  return search ? [anyOf(search)] : []
}

export function where(conditions: readonly SqlFragment[]): SqlFragment {
  return conditions.length > 0 ? sql` where ${joined(conditions, ' and ')}` : sql``
}

export function anyOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return sql`1 = 0`
  if (conditions.length <= MOST_ALTERNATIVES) return sql`(${joined(conditions, ' or ')})`
  const half = Math.ceil(conditions.length / 2)
  return sql`(${anyOf(conditions.slice(0, half))} or ${anyOf(conditions.slice(half))})`
}

export function orderBy(
  order: readonly OrderTerm[],
  { isBackward }: PageWindow,
  rules: StatementRules,
): SqlFragment {
  const terms = order.map(({ key, direction }) =>
    rules.orderTerm(key, isBackward ? OPPOSITE[direction] : direction),
  )
  return terms.length > 0 ? sql` order by ${terms.join(', ')}` : sql``
}

const OPPOSITE: Readonly<Record<SortDirection, SortDirection>> = { asc: 'desc', desc: 'asc' }

export function reversed({ direction }: OrderTerm): { direction: SortDirection } {
  return { direction: OPPOSITE[direction] }
}

/** The limit is a part of the text: a planner that does not know it prepares for a tenth of the table. */
export function limited({ skip, take }: PageWindow): SqlFragment {
  return skip === 0
    ? sql` limit ${String(take)}`
    : sql` limit ${String(take)} offset ${value(BigInt(skip))}`
}
