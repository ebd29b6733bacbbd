/**
 * What the core knows of a table: data that an introspector reads from the catalogue, with the SQL
 * text for each name made by its dialect, so that nothing above it ever builds an identifier.
 */
import type { SearchPattern } from './search-pattern'
import type { SqlFragment } from './statement'

/** One value as a driver hands it over: text where the engine prints it, else its stored type. */
export type Cell = string | number | bigint | Buffer | null

/** Writes a cell that is not NULL as JSON text. */
export type JsonEncoder = (cell: NonNullable<Cell>) => string

/** Makes the condition that a text contains the pattern, by the pattern's own folding alone. */
export type TextMatcher = (pattern: SearchPattern) => SqlFragment

/** Something rows can be ordered by. */
export interface OrderKey {
  /** SQL expression; equal text means the same key. */
  readonly sql: string
  /** Whether it can be NULL. A key that cannot pays nothing for the place of NULLs. */
  readonly isNullable: boolean
  /**
   * SQL with one `?` for a value of this key that was read before, so that both compare as if the
   * value had never left the database. Absent where its form on the way is not exact.
   */
  readonly placeholder?: string
  /** The column's; its values are of no use once it has another. */
  readonly resultType?: string
}

export interface ColumnSchema {
  /** As the catalogue spells it. */
  readonly name: string
  /** The engine's own full name of the type, e.g. `character varying(160)`. */
  readonly type: string
  /** SQL expression for the select list; yields what `toJson` reads. */
  readonly select: string
  /** Searches the column; `undefined` when this is not a text column. */
  readonly contains?: TextMatcher
  readonly order: OrderKey
  /**
   * What the driver says of `select` in a result while the column is still the one described here:
   * more than the name of its type, which another type may have taken since. Absent where the driver
   * says nothing.
   */
  readonly resultType?: string | undefined
  readonly toJson: JsonEncoder
}

export interface TableKeys {
  /** Keys that tell any two rows apart: they end every order, so that it is total. */
  readonly tieBreak: readonly OrderKey[]
  /** Gives the same order in place of `tieBreak` behind other keys, where the engine prefers it so. */
  readonly tieBreakAfterSort?: readonly OrderKey[] | undefined
  /** Keys of an index, none of them NULL, that find exactly one row; absent when there is none. */
  readonly uniqueKey?: readonly OrderKey[] | undefined
}

export interface TableSchema extends TableKeys {
  /** As the API knows it and the catalogue spells it. */
  readonly name: string
  /** SQL text that names the table in a `from` clause. */
  readonly from: string
  readonly columns: readonly ColumnSchema[]
  /** The keys for a caller who may read these columns alone. */
  readonly keysOf: (visible: readonly ColumnSchema[]) => TableKeys
  /** Whether every change to the table's rows changes the database's change token too. */
  readonly isTracked?: boolean
  /**
   * SQL of a condition: in a snapshot where it does not hold, the table is not the one described here
   * any more. Absent where a snapshot cannot tell, or cannot see another table than its statement.
   */
  readonly describedWhile?: string | undefined
  /** Tells this description from others of the table that have another `describedWhile`. */
  readonly describedAs?: string
  /**
   * Whether a plan that the database keeps for a statement about the table may be out of date without
   * its notice, so that each execution needs a new one.
   */
  readonly isPlannedAnew?: boolean
}
