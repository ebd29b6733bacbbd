/** Pages with almost as many columns as the engine allows in a statement or a result. */
import type { Knex } from 'knex'
import type { Cell } from '../../dialect/schema'
import type { PagePlan } from '../reader'
import { METADATA_COLUMNS, metadata } from './metadata-columns'
import { cellList, limited, orderedRows } from './page-rows'
import type { PageShape, StatementRules } from './page-shape'

/**
 * Whether the metadata columns would exceed the engine's limit, so that they need a separate row.
 */
export function isWide({ columns }: PagePlan, { maxColumns = Infinity }: StatementRules): boolean {
  return METADATA_COLUMNS + columns.length > maxColumns
}

export function widePage(shape: PageShape): Knex.QueryBuilder {
  const { db, plan } = shape
  const nulls = Array.from({ length: plan.columns.length - METADATA_COLUMNS }, () => db.raw('null'))
  const rows = limited(orderedRows(shape), shape)
  const page = rows.select(db.raw(cellList(shape))).as('p')
  // knex omits the select list of a union's first part if that has no `from`.
  const oneRow = db.select(db.raw('1')).as('o')
  return db
    .select(metadata(shape), ...nulls)
    .from(oneRow)
    .unionAll([db.select('*').from(page)])
}

/** Copies the metadata of a wide page from its separate row to each row of the page. */
export function withMetadata([first = [], ...rows]: readonly Cell[][]): Cell[][] {
  const [token = null, total = null, keyCount = null] = first
  if (rows.length === 0) return [[token, total, 0]]
  return rows.map((row) => [token, total, keyCount, ...row])
}
