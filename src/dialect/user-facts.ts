/** Facts about the user of a connection, for the operator. */

/** What a user may do, and which tables it cannot read. */
export interface UserFacts {
  /** Privileges that reading does not need, as text, e.g. `may write to 3 tables`. */
  readonly extraPrivileges: readonly string[]
  /** Tables whose names the user can see, but not their rows. */
  readonly hiddenTables: readonly string[]
  /** Materialized views that cannot be read before they are refreshed. */
  readonly unfilledViews: readonly string[]
}
