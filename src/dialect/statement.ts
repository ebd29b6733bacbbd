/** Statements as the core makes them and a driver takes them. */
import type { Cell } from './schema'

/** SQL text with a `?` for each binding. Names in it come from a schema, values only in bindings. */
export interface SqlFragment {
  readonly sql: string
  readonly bindings: readonly Cell[]
}

/** A statement as its driver takes it. */
export interface CompiledStatement extends SqlFragment {
  /** The `resultType` of each cell of a row; `undefined` where any will do. */
  readonly resultTypes?: readonly (string | undefined)[]
  /** Whether no plan of an earlier execution may be used. */
  readonly isPlannedAnew?: boolean | undefined
}
