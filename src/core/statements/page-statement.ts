/**
 * The statement of a page. With its total it is one statement, so that both see one snapshot of the
 * data; the total in it is only counted when nothing else tells it.
 */
import type { Knex } from 'knex'
import type { PagePlan } from '../reader'
import { deferredJoin } from './deferred-join'
import { metadata, tokenColumn, totalColumn } from './metadata-columns'
import { cells, limited, matchingRows, ordered, within } from './page-rows'
import type { PageShape, TotalShape } from './page-shape'
import { isWide, packingFor, widePage } from './wide-page'

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

/** Reads the rows directly, without finding their keys first. */
function singlePass(shape: PageShape): Knex.QueryBuilder {
  const { db, plan, ranges, token } = shape
  const rows = limited(ordered(within(matchingRows(db, plan), ranges), shape), shape)
  const packing = packingFor(shape)
  if (packing) {
    const packed = rows.select(db.raw(`${packing.pack(cells(plan))} as r`))
    const unpacked = plan.columns.map((_, index) => db.raw(packing.unpack('p.r', index)))
    return db.select(metadata(shape), ...unpacked).from(packed.as('p'))
  }
  if (plan.columns.length === 0) return rows.select(metadata(shape))
  if (token === undefined) return rows.select(metadata(shape), db.raw(cells(plan)))
  // Where a token is computed beside them, Postgres sorts the rows without its parallel workers.
  return db.select(metadata(shape), 'p.*').from(rows.select(db.raw(cells(plan))).as('p'))
}

/** Gives one row of: token, total. */
export function totalStatement(db: Knex, plan: PagePlan, shape: TotalShape): Knex.QueryBuilder {
  const { token = 'null' } = shape
  return db.select(tokenColumn(db, shape, token), totalColumn(db, plan, shape, token))
}
