/** Finds views for whose columns SQLite may report the type BLOB, whatever type they have. */

export interface CatalogueView {
  readonly name: string
  /** The statement that creates it. */
  readonly sql: string
}

/** Combinations of queries, whose columns have no single source. */
const COMPOUND = /\b(?:union|intersect|except)\b/i

/**
 * Virtual tables without an entry in the catalogue: https://www.sqlite.org/vtab.html#eponymous_virtual_tables.
 * Like most virtual tables, they declare no types.
 */
const EPONYMOUS = /\b(?:jsonb?_(?:each|tree)|generate_series|pragma_\w+|dbstat)\b/i

/**
 * Whether a view combines several queries, reads a virtual table, or reads a view that does. A name counts as read
 * if it occurs in the text. If it means something else there, a search also covers columns of bytes, without a
 * match.
 * @param virtualTables names of the virtual tables
 */
export function isUntypedView(
  name: string,
  views: readonly CatalogueView[],
  virtualTables: readonly string[],
): boolean {
  const unread = new Set(views)
  const isUntyped = (view: CatalogueView): boolean => {
    if (!unread.delete(view)) return false
    if (COMPOUND.test(view.sql) || EPONYMOUS.test(view.sql)) return true
    const text = comparable(view.sql)
    const reads = (table: string): boolean => text.includes(comparable(table))
    return (
      virtualTables.some(reads) ||
      [...unread].some((other) => reads(other.name) && isUntyped(other))
    )
  }
  return views.some((view) => view.name === name && isUntyped(view))
}

/** Without quotes, which are doubled inside a quoted name. */
function comparable(text: string): string {
  return text.replaceAll(/["'`[\]]/g, '').toLowerCase()
}
