/** A page whose rows leave no room for the columns before them: those are a row of their own. */
import type { Knex } from 'knex'
import type { Cell } from '../../dialect/schema'
import type { PagePlan } from '../reader'
import { METADATA_COLUMNS, metadata } from './metadata-columns'
import { cells, limited, matchingRows, ordered, within } from './page-rows'
import type { PageShape, StatementRules } from './page-shape'

export function isWide(
  { columns }: PagePlan,
  { maxResultColumns = Infinity }: StatementRules,
): boolean {
  return METADATA_COLUMNS + columns.length > maxResultColumns
}

export function widePage(shape: PageShape): Knex.QueryBuilder {
  const { db, plan, ranges } = shape
  const rest = Array.from({ length: plan.columns.length - METADATA_COLUMNS }, () => db.raw('null'))
  const rows = limited(ordered(within(matchingRows(db, plan), ranges), shape), shape)
  const page = rows.select(db.raw(cells(plan))).as('p')
  // knex leaves the columns of a union's first part out where it has no table.
  const nowhere = db.select(db.raw('1')).as('o')
  return db
    .select(metadata(shape), ...rest)
    .from(nowhere)
    .unionAll([db.select('*').from(page)])
}

/** The rows of a wide page's statement in the form of any other's. */
export function unfolded([first = [], ...rows]: readonly Cell[][]): Cell[][] {
  const [token = null, total = null, found = null] = first
  if (rows.length === 0) return [[token, total, 0]]
  return rows.map((row) => [token, total, found, ...row])
}
