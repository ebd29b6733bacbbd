/** A page that is joined with its metadata, so that the result has them even if the page has no rows. */
import type { Knex } from 'knex'
import { METADATA_COLUMNS, metadata } from './metadata-columns'
import { cells, limited, matchingRows, onKeys, ordered } from './page-rows'
import { packingFor, type PageShape } from './page-shape'

/**
 * The rows are sorted once more, because a join may change their order: MariaDB does so if they have large
 * values. Postgres does not, and cannot select and sort by so many expressions that it has a maximum for.
 */
export function joinedPage(shape: PageShape): Knex.QueryBuilder {
  const { db, plan, rules } = shape
  const { maxExpressions = Infinity } = rules.packing ?? {}
  const packing = packingFor(shape)
  const named = packing
    ? [`${packing.pack(cells(shape))} as r`]
    : plan.columns.map(({ select, inSubquery = select }, index) => `${inSubquery} as c${index}`)
  const isSorted = METADATA_COLUMNS + plan.columns.length + plan.order.length <= maxExpressions
  const keys = plan.order.map(({ key }, index) => `${key.inSubquery ?? key.sql} as k${index}`)
  const page = limited(ordered(matchingRows(db, plan), shape), shape).select(
    db.raw(['1 as found', ...named, ...(isSorted ? keys : [])].join(', ')),
  )
  const found = plan.columns.map((_, index) =>
    db.raw(packing ? packing.unpack('p.r', index) : `p.c${index}`),
  )
  const joined = db
    .select(metadata(shape, 'case when p.found is null then 0 end'), ...found)
    .from(db.select(db.raw('1 as one')).as('o'))
    .leftJoin(page.as('p'), (join) => join.on(db.raw('1 = 1')))
  return isSorted ? ordered(joined, onKeys(shape, 'p')) : joined
}
