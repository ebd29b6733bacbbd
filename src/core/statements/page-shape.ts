/** Everything that determines the SQL text of a page's statement. */
import type { Knex } from 'knex'
import type { Dialect } from '../../dialect/dialect'
import type { PagePlan } from '../reader'
import type { PageWindow } from '../page-window'

export type StatementRules = Pick<Dialect, 'orderTerm' | 'packing' | 'maxResultColumns'>

export interface TotalShape {
  /** SQL of the snapshot's token. */
  readonly token: string | undefined
  /** Whether the statement compares the token with a cached total's. */
  readonly isCompared: boolean
  /** Whether the statement returns a total. */
  readonly isCounted: boolean
}

export interface PageShape extends TotalShape {
  readonly db: Knex
  readonly rules: StatementRules
  readonly plan: PagePlan
  readonly window: PageWindow
  /**
   * Each row meets exactly one of these conditions. Empty if the page is read from the first or
   * last row.
   */
  readonly ranges: readonly Knex.Raw[]
}
