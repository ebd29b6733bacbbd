/**
 * The description of a table: data that an introspector reads from the catalogue. It contains the SQL
 * text for each name, so that the core never quotes an identifier.
 */
import type { Knex } from 'knex'
import type { SearchPattern } from './search-pattern'
import type { SqlFragment } from './statement'

/** A value as the driver returns it: text if the engine formats it, else its stored type. */
export type Cell = string | number | bigint | Buffer | null

/** Writes a cell that is not NULL as JSON text. */
export type JsonEncoder = (cell: NonNullable<Cell>) => string

/** Makes the condition that a text contains the pattern; only the pattern determines equal letters. */
export type TextMatcher = (pattern: SearchPattern) => SqlFragment

/** A cell of a statement. */
export interface SelectedCell {
  /** SQL expression for the select list. */
  readonly select: string
  /**
   * The driver's description of the type of `select` in a result. Another value means that the column has changed.
   * The name of the type would not be enough, because another type can have it by then. Absent if the driver does
   * not describe the type of this cell.
   */
  readonly resultType?: string | undefined
}

/** NULL with the type of a column that is searched or ordered by, but not selected. */
export interface TypeCheck extends SelectedCell {
  /** Name of the column. */
  readonly name: string
}

/**
 * An expression to order rows by. An engine may add properties of its own. The core keeps them when it replaces `sql`,
 * and does not use a result or a bookmark of a key whose properties have changed.
 */
export interface OrderKey {
  /** SQL expression; in one order, equal text means the same key. */
  readonly sql: string
  /** Whether it can be NULL. If not, the order needs no expression for the place of NULLs. */
  readonly isNullable: boolean
  /**
   * Whether an index has the order of its values but not the place of NULL. Rows with NULL are then read by
   * themselves.
   */
  readonly isIndexedWithoutNulls: boolean
  /** Whether only this server can sort by it, and not the servers of the rows of a table's `parts`. */
  readonly isLocal: boolean
  /**
   * SQL condition that the key is NULL in a row of a table (`from` of `TableSchema`, or one of its
   * `parts`). Present if the column is declared NOT NULL and the servers of its rows need not enforce
   * that: then the order without an expression for NULLs is faster, and almost always the same.
   */
  readonly hasNull?: (db: Knex, from: string) => Knex.Raw
  /**
   * SQL with one `?` for a value of this key from an earlier result; it compares like the stored value.
   * Absent if values of earlier results are not exact.
   */
  readonly placeholder?: string | undefined
  /**
   * `typeCheck` of the column. Present if `sql` orders values of some types in another way than the column,
   * and only the types of a result show a change.
   */
  readonly typeCheck?: TypeCheck | undefined
}

/** A column as a caller sees it. */
export interface ColumnDescription {
  /** In the catalogue's spelling. */
  readonly name: string
  /** The engine's full name of the type, e.g. `character varying(160)`. */
  readonly type: string
  /** Writes a cell of the column as the JSON text of a response. */
  readonly toJson: JsonEncoder
}

/** A table as a caller sees it. */
export interface TableDescription {
  /** Name in the API, in the catalogue's spelling. */
  readonly name: string
  /** The columns that the caller may read, in the table's order. */
  readonly columns: readonly ColumnDescription[]
}

/** `toJson` reads the values of `select`. */
export interface ColumnSchema extends ColumnDescription, SelectedCell {
  /** Searches the column. Absent if it is not a text column. */
  readonly contains?: TextMatcher
  readonly order: OrderKey
  /** Absent if the engine notices a change of the column in another way. */
  readonly typeCheck?: TypeCheck | undefined
  /** Name of what `toJson` writes. Absent if `type` and `resultType` determine that. */
  readonly encoding?: string
}

export interface TableKeys {
  /** Keys that together distinguish any two rows. Every order ends with them, so that no two rows tie. */
  readonly tieBreak: readonly OrderKey[]
  /**
   * Replaces `tieBreak` after other keys, with the same order, so that the engine can use an index. Absent if
   * it can use one with `tieBreak`.
   */
  readonly tieBreakAfterSort?: readonly OrderKey[] | undefined
  /** Keys of a unique index without NULLs, which find exactly one row; absent if there is none. */
  readonly uniqueKey?: readonly OrderKey[] | undefined
  /**
   * Keys of a unique index that the database declares but does not enforce, at the beginning of
   * `tieBreak`. Cells of equal values are equal. Absent if `uniqueKey` is present.
   */
  readonly declaredKey?: readonly OrderKey[] | undefined
}

export interface TableSchema extends TableKeys, TableDescription {
  /** SQL text that names the table in a `from` clause. */
  readonly from: string
  /**
   * Whether its rows are on several servers that this server reads from. To join such a table with
   * itself moves its rows between the servers.
   */
  readonly isDistributed: boolean
  /**
   * Whether the servers of a distributed table can look up rows by keys that a subquery has found, so that
   * a deep page skips keys instead of rows. Requires that only the keys of the page are sent to them.
   */
  readonly isReadByKeys: boolean
  /**
   * SQL texts like `from` that name tables with the same columns, which together contain exactly the
   * rows of this table while `unchangedCondition` is true. Present if statements should read each of
   * them by itself, because then the server of its rows counts, sorts and limits them; absent if the table
   * is one part.
   */
  readonly parts?: readonly string[] | undefined
  readonly columns: readonly ColumnSchema[]
  /** The keys for a caller that may read only these columns. */
  readonly keysOf: (visible: readonly ColumnSchema[]) => TableKeys
  /** Whether the database's change detection notices every change to the table's rows. */
  readonly isTracked: boolean
  /**
   * SQL statement that locks the table before a snapshot that several statements share, so that nobody
   * changes its definition in between. Empty: the first of the statements takes the lock. Absent: statements
   * on this table must not share a snapshot.
   */
  readonly snapshotLock?: string | undefined
  /**
   * Statement that selects whether `isTracked` is still true. It runs after a statement whose result gets a
   * version, with the same counter. Absent if that counter, or the snapshot token, proves it.
   */
  readonly trackingCheck?: SqlFragment | undefined
  /**
   * SQL condition that is false in a snapshot in which the table differs from this description. Absent
   * if a snapshot cannot show that, or if a statement and its snapshot always see the same table.
   */
  readonly unchangedCondition?: string | undefined
  /**
   * Whether the database may execute a cached plan that is outdated, so that each execution of a
   * statement on the table needs a new plan.
   */
  readonly needsFreshPlan: boolean
  /**
   * Whether a read may call functions that users of the database have written, as views and policies of row security
   * do. They can change settings of the session.
   */
  readonly mayChangeSession: boolean
}
