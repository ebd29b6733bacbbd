/** Reads the keys of rows at regular distances in an order, which become bookmarks. */
import type { Knex } from 'knex'
import { metadata } from './metadata-columns'
import { limited, onKeys, orderedRows, orderTerms } from './page-rows'
import type { PageShape } from './page-shape'

/**
 * Numbers the keys in a subquery of limited rows: MySQL and MariaDB would sort the whole table for a
 * window function beside the limit.
 * @param step returns the last one of each `step` rows
 */
export function spacedKeys(shape: PageShape, step: number): Knex.QueryBuilder {
  const { db, plan, window } = shape
  const keys = plan.order.map(({ key }, index) => `${key.sql} as k${index}`)
  const found = orderedRows(shape).select(db.raw(keys.join(', ')))
  const rows = limited(found, { window: { ...window, take: step * window.take } })
  const order = db.raw(`order by ${orderTerms(onKeys(shape, 'q')).join(', ')}`)
  const numbered = db.select('q.*').rowNumber('n', order).from(rows.as('q'))
  const cells = plan.order.map((_, index) => `p.k${index}`)
  return db
    .select(metadata(shape), ...cells)
    .from(numbered.as('p'))
    .whereRaw(`p.n % ${step} = 0`)
    .orderBy('p.n')
}
