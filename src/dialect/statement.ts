/** Statements that the core makes for drivers. */
import type { Cell } from './schema'

/** SQL text with a `?` for each binding. Names in it come from a schema, values only in bindings. */
export interface SqlFragment {
  readonly sql: string
  readonly bindings: readonly Cell[]
}

/** Consecutive rows in an order. */
export interface RowsInOrder {
  readonly count: number
  /** Whether they begin after a key, by a condition; else they begin with the first row. */
  readonly areAfterKey: boolean
}

/** A statement with the information that its driver needs. */
export interface CompiledStatement extends SqlFragment {
  /** The `resultType` of each cell of a row; `undefined` if any type is valid. Absent if all are. */
  readonly resultTypes?: readonly (string | undefined)[]
  /** Whether each execution needs a new plan; default: false. */
  readonly needsFreshPlan?: boolean | undefined
  /** Whether the statement may change settings of the session, see `TableSchema`; default: false. */
  readonly mayChangeSession?: boolean | undefined
  /** The rows that the statement reads by an index with their order. Absent if it may read more rows. */
  readonly rowsInOrder?: RowsInOrder | undefined
  /** Whether the counter of `ChangeDetection` must be current when the statement has ended; default: false. */
  readonly isTracked?: boolean | undefined
}
