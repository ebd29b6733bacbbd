/** Statements that the core makes for drivers. */
import type { Cell } from './schema'

/** SQL text with a `?` for each binding. Names in it come from a schema, values only in bindings. */
export interface SqlFragment {
  readonly sql: string
  readonly bindings: readonly Cell[]
}

/** A statement with the information that its driver needs. */
export interface CompiledStatement extends SqlFragment {
  /** The `resultType` of each cell of a row; `undefined` if any type is valid. */
  readonly resultTypes?: readonly (string | undefined)[]
  /** Whether each execution needs a new plan. */
  readonly needsFreshPlan?: boolean | undefined
}
