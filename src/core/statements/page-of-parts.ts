/**
 * Reads the page of a table whose rows are on other servers. Each part of the table is sorted and
 * limited by itself, so that the server of the part does both, and the rows of all parts are merged.
 */
import type { Knex } from 'knex'
import { METADATA_COLUMNS, metadata } from './metadata-columns'
import { foundRows, limited, limitedToEnd, onKeys, ordered } from './page-rows'
import type { PageShape } from './page-shape'

/**
 * Whether a statement may select the keys beside the cells of the page. Without keys and cells, there is
 * nothing to merge: a row of any part has the total.
 */
export function isReadByParts({ plan, rules: { packing } }: PageShape): boolean {
  const expressions = plan.columns.length + plan.order.length
  const max = (packing?.maxExpressions ?? Infinity) - METADATA_COLUMNS
  return expressions > 0 && expressions <= max
}

/**
 * NULL is the smallest value, but Postgres sorts an index with NULL as the largest one, so servers
 * cannot use an index for an order with NULLs first. Without NULLs, both orders are equal. So if the
 * first column is declared NOT NULL, the statement looks for a NULL before it chooses one of the two
 * orders; only that one is executed.
 */
export function pageOfParts(shape: PageShape, parts: readonly string[]): Knex.QueryBuilder {
  const { db, plan } = shape
  const cells = names('c', plan.columns).map((name) => `p.${name}`)
  const page = db.select(metadata(shape), ...cells)
  const [first, ...others] = plan.order
  const hasNull = first?.key.hasNull
  const rows = limited(mergedRows(shape, parts), shape)
  if (!first || !hasNull) return page.from(rows.as('p'))
  const assumed = { ...first, key: { ...first.key, isNullable: false } }
  const assuming = { ...shape, plan: { ...plan, order: [assumed, ...others] } }
  const found = db.select('n.found').from('null_check as n')
  const either = db
    .select('*')
    .from(limited(mergedRows(assuming, parts), shape).as('a'))
    .whereRaw('not ?', [found])
    .unionAll([db.select('*').from(rows.as('b')).whereRaw('?', [found])])
  const checks = parts.map((part) => hasNull(db, part))
  const nulls = db.select(db.raw(`${checks.map(() => '?').join(' or ')} as found`, checks))
  return ordered(page.with('null_check', nulls).from(either.as('p')), onKeys(shape, 'p'))
}

/** The rows of all parts in the order of the plan: cells `c0`, `c1` … and keys `k0`, `k1` …. */
function mergedRows(shape: PageShape, parts: readonly string[]): Knex.QueryBuilder {
  const { db } = shape
  const [first, ...others] = parts.map((part, index) =>
    db.select('*').from(rowsOfPart(shape, part).as(`r${index}`)),
  )
  if (!first) throw new Error('a table without parts')
  return sorted(shape, first.unionAll(others), 'm')
}

/**
 * If the server of the part cannot sort by some key, it sorts by the keys before it, and sends rows until the first
 * rows of the whole order are certain.
 */
function rowsOfPart(shape: PageShape, part: string): Knex.QueryBuilder {
  const { db, plan } = shape
  const { columns, order } = plan
  const selected = [...columns.map(({ select }) => select), ...order.map(({ key }) => key.sql)]
  const rows = foundRows(shape, part).select(db.raw(selected.join(', ')))
  const end = order.findIndex(({ key }) => key.isLocal)
  if (end <= 0) return limitedToEnd(ordered(rows, shape), shape)
  const remote = { ...shape, plan: { ...plan, order: order.slice(0, end) } }
  return limitedToEnd(sorted(shape, ordered(rows, remote), 's'), shape)
}

/** The rows with names for their cells and keys, in the order of the keys. */
function sorted(shape: PageShape, rows: Knex.QueryBuilder, alias: 'm' | 's'): Knex.QueryBuilder {
  const { db, plan } = shape
  const columns = [...names('c', plan.columns), ...names('k', plan.order)].join(', ')
  const named = db.raw(`? as ${alias}(${columns})`, [rows])
  return ordered(db.select('*').from(named), onKeys(shape, alias))
}

function names(prefix: 'c' | 'k', list: readonly unknown[]): string[] {
  return list.map((_, index) => `${prefix}${index}`)
}
