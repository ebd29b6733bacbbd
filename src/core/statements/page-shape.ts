/** Everything about a page's statement but its values. */
import type { Knex } from 'knex'
import type { Dialect } from '../../dialect/dialect'
import type { PagePlan } from '../reader'
import type { PageWindow } from '../page-window'

export type StatementRules = Pick<Dialect, 'orderTerm' | 'packing' | 'maxResultColumns'>

export interface TotalShape {
  /** SQL of the snapshot's token. */
  readonly token: string | undefined
  /** Whether the token is compared with that of a cached total. */
  readonly isCompared: boolean
  /** Whether the statement gives a total. */
  readonly isCounted: boolean
}

export interface PageShape extends TotalShape {
  readonly db: Knex
  readonly rules: StatementRules
  readonly plan: PagePlan
  readonly window: PageWindow
  /** Each row of the page meets exactly one; without conditions, the page is read from an end. */
  readonly ranges: readonly Knex.Raw[]
}
