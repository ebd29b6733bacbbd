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
  const virtual = virtualTables.map(comparable)
  const unread = new Set(views.map((view) => ({ ...view, comparableName: comparable(view.name) })))
  const isUntyped = (sql: string): boolean => {
    if (COMPOUND.test(sql) || EPONYMOUS.test(sql)) return true
    const text = comparable(sql)
    if (virtual.some((table) => text.includes(table))) return true
    const read = [...unread].filter(({ comparableName }) => text.includes(comparableName))
    for (const view of read) unread.delete(view)
    return read.some((view) => isUntyped(view.sql))
  }
  return views.some((view) => view.name === name && isUntyped(view.sql))
}

/** Without quotes, which are doubled inside a quoted name. */
function comparable(text: string): string {
  return text.replaceAll(/["'`[\]]/g, '').toLowerCase()
}
