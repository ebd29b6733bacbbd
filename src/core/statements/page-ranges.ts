/** The ranges from which a page is read. */
import type { PageWindow } from '../page-window'
import type { OrderTerm } from '../read-plan'
import { nextRowsByNull, rowsByNull } from '../ranges-by-null'
import type { PagePlan } from '../reader'
import { opposite, orderWithin, rowsAfter, seekTerms, type SeekCondition } from '../seek-condition'
import type { PageRange, PageShape, StatementRules } from './page-shape'
import { seekCondition } from './statement-values'

/**
 * Whether a page without a bookmark is read from two ranges: the rows in which the first key is NULL, and the
 * others. An index has the order of the values, but NULL at the other end. A search is not read so: if it finds
 * few rows, reading in the order of an index is slower than a sort.
 */
export function readsNullsApart(
  { table, order, search }: PagePlan,
  { skip, step }: PageWindow,
  { maxSkip }: Pick<StatementRules, 'maxSkip'>,
): boolean {
  const isJoinable = table.uniqueKey !== undefined && !table.isDistributed && !table.parts
  const isShort = step === undefined && skip <= maxSkip
  return order[0]?.key.isIndexedWithoutNulls === true && isJoinable && isShort && !search
}

/** Empty if the page is read from the first or last row of the whole order. */
export function pageRanges({
  db,
  rules,
  plan,
  window,
}: Pick<PageShape, 'db' | 'rules' | 'plan' | 'window'>): PageRange[] {
  const { order } = plan
  const conditions = conditionsOfWindow(plan, window, rules)
  return conditions.map((condition) => ({
    condition: seekCondition(db, condition),
    order: orderWithin(order, condition),
  }))
}

function conditionsOfWindow(
  plan: PagePlan,
  window: PageWindow,
  rules: StatementRules,
): SeekCondition[] {
  const { order } = plan
  if (window.step !== undefined) return nextRowsByNull(order, window.from?.values, rules)
  if (window.from) return conditionsAfter(order, window, rules)
  return readsNullsApart(plan, window, rules) ? rowsByNull(order) : []
}

/**
 * A bookmark at offset n has the keys of row n - 1. A forward page starts after that row; a
 * backward page starts with it.
 */
function conditionsAfter(
  order: readonly OrderTerm[],
  { from, to, isBackward }: PageWindow,
  rules: StatementRules,
): SeekCondition[] {
  if (!from) return []
  const terms = seekTerms(order) ?? []
  const directedTerms = isBackward ? terms.map(opposite) : terms
  return rowsAfter(directedTerms, from.values, isBackward, rules, to?.values)
}
