/** A page that is joined with its metadata, so that the result has them even if the page has no rows. */
import type { Knex } from 'knex'
import type { OrderTerm } from '../read-plan'
import { METADATA_COLUMNS, metadata } from './metadata-columns'
import { cellList, limited, ordered, orderedRows } from './page-rows'
import { packingFor, type PageShape } from './page-shape'

/**
 * The rows are sorted once more, because a join may change their order: MariaDB does so if they have large
 * values. Without room for the keys, the second sort is left out: only Postgres and SQLite have such a maximum,
 * and their joins keep the order.
 */
export function joinedPage(shape: PageShape): Knex.QueryBuilder {
  const { db, plan, rules } = shape
  const { packing, maxColumns = Infinity } = rules
  const maxExpressions = Math.min(packing?.maxExpressions ?? Infinity, maxColumns)
  const isSorted = METADATA_COLUMNS + plan.columns.length + plan.order.length <= maxExpressions
  const packed = packingFor(shape)
  const selected = packed
    ? { list: [`${packed.pack(cellList(shape))} as r`], order: [] }
    : namedColumns(shape, isSorted)
  const page = limited(orderedRows(shape), shape).select(
    db.raw(['1 as found', ...selected.list].join(', ')),
  )
  const found = plan.columns.map((_, index) =>
    packed ? db.raw(packed.unpack('p.r', index)) : `p.c${index}`,
  )
  const joined = db
    .select(metadata(shape, 'case when p.found is null then 0 end'), ...found)
    .from(db.select(db.raw('1 as one')).as('o'))
    .leftJoin(page.as('p'), (join) => join.on(db.raw('1 = 1')))
  return ordered(joined, { ...shape, plan: { ...plan, order: selected.order } })
}

/**
 * The cells, and the keys that are not cells. None is selected twice: MySQL does not find a BIT column of a view by the
 * first of two names. All keys are selected, because for a missing one, MySQL would order by another column whose alias
 * is the name of the key.
 */
function namedColumns(
  { plan }: PageShape,
  hasKeys: boolean,
): { list: string[]; order: OrderTerm[] } {
  const names = new Map<string, string>()
  const list = plan.columns.map(({ select }, index) => {
    names.set(select, `c${index}`)
    return `${select} as c${index}`
  })
  if (!hasKeys) return { list, order: [] }
  const order = plan.order.map(({ key, direction }, index): OrderTerm => {
    const name = names.get(key.sql) ?? `k${index}`
    if (!names.has(key.sql)) list.push(`${key.sql} as ${name}`)
    names.set(key.sql, name)
    return { key: { ...key, sql: `p.${name}` }, direction }
  })
  return { list, order }
}
