/** Everything that determines the SQL text of a page's statement. */
import type { Knex } from 'knex'
import type { CellPacking, Dialect } from '../../dialect/dialect'
import type { OrderTerm } from '../read-plan'
import type { PagePlan } from '../reader'
import type { PageWindow } from '../page-window'
import { METADATA_COLUMNS } from './metadata-columns'

export interface StatementRules extends Pick<
  Dialect,
  'orderTerm' | 'resultAlias' | 'packing' | 'maxColumns' | 'comparesRowsByIndex' | 'plansByBounds'
> {
  /**
   * Maximum number of rows that a single pass skips; for more, skipping only keys saves more than the longer
   * planning costs.
   */
  readonly maxSkip: number
}

export interface TotalShape {
  readonly db: Knex
  readonly plan: PagePlan
  /** SQL of the snapshot's token. */
  readonly token: string | undefined
  /** Whether the statement compares the token with a cached total's. */
  readonly isCompared: boolean
  /** Whether the statement returns a total. */
  readonly isCounted: boolean
  /** Whether the result has a row with the total even if the page has no rows. */
  readonly isNeverEmpty: boolean
}

export interface PageShape extends TotalShape {
  readonly rules: StatementRules
  readonly window: PageWindow
  /**
   * Each row meets exactly one of their conditions. Empty: no condition, the page is read from the first or last
   * row.
   */
  readonly ranges: readonly PageRange[]
}

export interface PageRange {
  readonly condition: Knex.Raw
  /** The order of its rows. */
  readonly order: readonly OrderTerm[]
}

/**
 * The engine's packing, if the cells and the order are more expressions than a statement can have.
 */
export function packingFor({
  plan: { columns, order },
  rules: { packing },
}: Pick<PageShape, 'plan' | 'rules'>): CellPacking | undefined {
  const max = (packing?.maxExpressions ?? Infinity) - METADATA_COLUMNS
  if (columns.length + order.length <= max) return undefined
  const distinct = new Set([
    ...columns.map(({ select }) => select),
    ...order.map(({ key }) => key.sql),
  ])
  return distinct.size > max ? packing : undefined
}
