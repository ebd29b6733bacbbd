/** Pages with about as many columns as the engine allows in a statement or a result. */
import type { Knex } from 'knex'
import type { CellPacking } from '../../dialect/dialect'
import type { Cell } from '../../dialect/schema'
import type { PagePlan } from '../reader'
import { METADATA_COLUMNS, metadata } from './metadata-columns'
import { cells, limited, matchingRows, ordered, within } from './page-rows'
import type { PageShape, StatementRules } from './page-shape'

/** Whether a row of the result has no room for the metadata columns. They are a row of their own then. */
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

/** How to select the cells if they and the order are more expressions than a statement can have. */
export function packingFor({
  plan: { columns, order },
  rules: { packing },
}: Pick<PageShape, 'plan' | 'rules'>): CellPacking | undefined {
  const max = (packing?.maxExpressions ?? Infinity) - METADATA_COLUMNS
  if (columns.length + order.length <= max) return undefined
  const different = new Set([
    ...columns.map(({ select }) => select),
    ...order.map(({ key }) => key.sql),
  ])
  return different.size > max ? packing : undefined
}
