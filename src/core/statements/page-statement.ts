/**
 * The statement of a page. With its total it is one statement, so that both see one snapshot of the
 * data; the total in it is only counted when nothing else tells it.
 */
import type { Knex } from 'knex'
import type { PagePlan } from '../reader'
import { deferredJoin } from './deferred-join'
import { tokenColumn, totalColumn } from './metadata-columns'
import type { PageShape, TotalShape } from './page-shape'
import { singlePass } from './single-pass'
import { isWide, widePage } from './wide-page'

/** Columns of a key beyond which finding the keys first saves nothing. */
const MAX_KEY_COLUMNS = 32

/**
 * Gives rows of: token, total, keys found, then the page's cells. The token is NULL when it is that of
 * the cached total. The total is NULL where the number of keys found, fewer than asked for, tells it.
 * That number is NULL where rows are not found by their keys, and -1 where a key has no row. A page
 * without rows may give no row, or one in which that number is 0.
 * @param maxSkip rows that a single pass skips; beyond, a statement that skips their keys alone is
 *   worth the time to plan it
 */
export function pageStatement(shape: PageShape, maxSkip: number): Knex.QueryBuilder {
  const { plan, rules, ranges, window } = shape
  const key = plan.table.uniqueKey
  if (isWide(plan, rules)) return widePage(shape)
  return key &&
    key.length <= MAX_KEY_COLUMNS &&
    (plan.search || ranges.length > 1 || window.skip > maxSkip)
    ? deferredJoin(shape, key)
    : singlePass(shape)
}

/** Gives one row of: token, total. */
export function totalStatement(db: Knex, plan: PagePlan, shape: TotalShape): Knex.QueryBuilder {
  const { token = 'null' } = shape
  return db.select(tokenColumn(db, shape, token), totalColumn(db, plan, shape, token))
}
