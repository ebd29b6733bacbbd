/**
 * Composes the statement of a page. The same statement returns the total, so that both are from one
 * snapshot of the data. It counts only if the total does not follow from a cached total or from the
 * number of keys.
 */
import type { Knex } from 'knex'
import type { OrderKey } from '../../dialect/schema'
import { deferredJoin } from './deferred-join'
import { joinedPage } from './joined-page'
import { metadata, tokenColumn, totalColumn } from './metadata-columns'
import { isReadByParts, pageOfParts } from './page-of-parts'
import { cellList, limited, ordered, orderedRows } from './page-rows'
import { packingFor, type PageShape, type TotalShape } from './page-shape'
import { spacedKeys } from './spaced-keys'
import { isWide, widePage } from './wide-page'

/** Maximum number of columns of a key; with more, finding the keys first saves nothing. */
const MAX_KEY_COLUMNS = 32

/**
 * Each row of the result consists of the token, the total, the number of keys and the page's cells.
 * The token is NULL if it is equal to the cached total's. The total is NULL if the number of keys
 * determines it, because fewer keys than requested exist. The number of keys is NULL if the
 * statement does not find keys first, and -1 in the row of a key without a table row. For a page
 * without rows, the result has one row in which the number of keys is 0, or is empty unless the shape forbids
 * it.
 */
export function pageStatement(shape: PageShape): Knex.QueryBuilder {
  const { plan, rules, ranges, window, isNeverEmpty } = shape
  const { uniqueKey, isDistributed, isReadByKeys } = plan.table
  if (window.step !== undefined) return spacedKeys(shape, window.step)
  if (isWide(plan, rules)) return widePage(shape)
  const isDeep = window.skip > rules.maxSkip
  const key = uniqueKey && uniqueKey.length <= MAX_KEY_COLUMNS ? uniqueKey : undefined
  const parts = plan.table.parts && isReadByParts(shape) ? plan.table.parts : undefined
  const isJoinedWithKeys = plan.search || ranges.length > 1 || isDeep || isNeverEmpty
  if (key && !parts && !isDistributed && isJoinedWithKeys) return deferredJoin(shape, key)
  if (isNeverEmpty) return joinedPage(shape)
  if (parts) return pageOfParts(shape, parts)
  return key && isDistributed && isReadByKeys && isDeep
    ? singlePass({ ...shape, window: { ...window, skip: 0 } }, rowsOfKeys(shape, key))
    : singlePass(shape)
}

/** The rows of the page, by keys that a subquery finds. Of skipped rows, the other servers send only the keys. */
function rowsOfKeys(shape: PageShape, key: readonly OrderKey[]): Knex.QueryBuilder {
  const { db, plan } = shape
  const names = key.map(({ sql }) => sql).join(', ')
  const keys = limited(orderedRows(shape), shape)
  const isFound = db.raw(`(${names}) in ?`, [keys.select(db.raw(names))])
  return ordered(db.from(db.raw(plan.table.from)).where(isFound), shape)
}

/**
 * Reads the rows without joining them with their keys.
 * @param found the rows from which the page is limited
 */
function singlePass(shape: PageShape, found = orderedRows(shape)): Knex.QueryBuilder {
  const { db, plan, token } = shape
  const rows = (): Knex.QueryBuilder => limited(found, shape)
  const packing = packingFor(shape)
  if (packing) {
    const packed = rows().select(db.raw(`${packing.pack(cellList(shape))} as r`))
    const unpacked = plan.columns.map((_, index) => db.raw(packing.unpack('p.r', index)))
    return db.select(metadata(shape), ...unpacked).from(packed.as('p'))
  }
  if (plan.columns.length === 0) return rows().select(metadata(shape))
  if (token === undefined) return rows().select(metadata(shape), db.raw(cellList(shape)))
  // In a subquery, because Postgres would compute the metadata of each skipped row too, and does not sort
  // with parallel workers if the token is in the same select list.
  const page = limitedWithBound(found.select(db.raw(cellList(shape))), shape)
  return db.select(metadata(shape), 'p.*').from(page.as('p'))
}

/**
 * Limits the rows. An additional, constant limit in the SQL text shows planners the maximum number of skipped rows.
 */
function limitedWithBound(rows: Knex.QueryBuilder, shape: PageShape): Knex.QueryBuilder {
  const { db, plan, rules, window } = shape
  // A search has further unknown values, which determine the plan.
  const isBounded = window.skip > 0 && window.skip <= rules.maxSkip && !plan.search
  if (!rules.plansByBounds || !isBounded) return limited(rows, shape)
  const bounded = rows.limit(rules.maxSkip + window.take, { skipBinding: true })
  return limited(db.select('*').from(bounded.as('b')), shape)
}

/** Returns one row: token and total. */
export function totalStatement(shape: TotalShape): Knex.QueryBuilder {
  const { db, token = 'null' } = shape
  return db.select(tokenColumn(shape, token), totalColumn(shape, token))
}
