/** Reads the page's rows where they stand. */
import type { Knex } from 'knex'
import { metadata } from './metadata-columns'
import { cells, limited, matchingRows, ordered, within } from './page-rows'
import { packingFor } from './packing'
import type { PageShape } from './page-shape'

export function singlePass(shape: PageShape): Knex.QueryBuilder {
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
