/** Which tables and columns a caller may read. */
import { indexOf, type GrantIndex } from './grant-index'

/** Patterns for the name of a table and the names of its columns. */
export interface Grant {
  /** Matches the whole name of a table. */
  readonly table: RegExp
  /** Each matches the whole names of columns. */
  readonly columns: readonly RegExp[]
  /** For messages. Absent in rules that a program makes itself. */
  readonly names?: GrantNames
}

/** The names of a grant as the settings spell them. */
export interface GrantNames {
  /** The name of a table, or a text with `*`. */
  readonly table: string
  /** Names of columns, or texts with `*`. */
  readonly columns: readonly string[]
}

/** What a role or a caller may read; `deny` takes precedence. */
export interface Rule {
  /** What may be read. */
  readonly allow: readonly Grant[]
  /** What may not be read, even if it is allowed elsewhere. */
  readonly deny: readonly Grant[]
}

/** Decides for one caller which tables and columns exist. */
export interface Permission {
  /** Respond 404 (`hide`, as if the table did not exist) or 401 (`refuse`) for a refused table. */
  readonly refusedTables: 'hide' | 'refuse'
  /** Whether the caller may read a table. Names are in the catalogue's spelling. */
  mayReadTable(table: string): boolean
  /** Whether the caller may read a column of a table that it may read. */
  mayReadColumn(table: string, column: string): boolean
}

/**
 * Allows names that at least one rule allows and no rule denies. Without rules, nothing is allowed.
 */
export function permissionBy(
  rules: readonly Rule[],
  refusedTables: Permission['refusedTables'],
): Permission {
  const allow = rules.map((rule) => indexOf(rule.allow))
  const deny = rules.map((rule) => indexOf(rule.deny))
  const covers = (indexes: readonly GrantIndex[], table: string, column: string): boolean =>
    indexes.some((index) => index.some(table, (grant) => grant.matchesColumn(column)))
  return {
    refusedTables,
    mayReadTable: (table) =>
      allow.some((index) => index.some(table, ({ hasColumns }) => hasColumns)) &&
      !deny.some((index) => index.some(table, ({ isForAllColumns }) => isForAllColumns)),
    mayReadColumn: (table, column) => covers(allow, table, column) && !covers(deny, table, column),
  }
}
