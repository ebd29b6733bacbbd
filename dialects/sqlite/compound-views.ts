/** Finds views that combine several queries: SQLite reports the type BLOB for their columns of any type. */

export interface CatalogueView {
  readonly name: string
  /** The statement that creates it. */
  readonly sql: string
}

const COMPOUND = /\b(?:union|intersect|except)\b/i

/**
 * Whether a view combines several queries, or reads one that does. A view counts as read if its name occurs in
 * the text. If the name means something else there, a search also covers columns of bytes, without a match.
 */
export function readsCompoundView(name: string, views: readonly CatalogueView[]): boolean {
  const unread = new Set(views)
  const isCompound = (view: CatalogueView): boolean => {
    if (!unread.delete(view)) return false
    if (COMPOUND.test(view.sql)) return true
    const text = comparable(view.sql)
    return [...unread].some((other) => text.includes(comparable(other.name)) && isCompound(other))
  }
  return views.some((view) => view.name === name && isCompound(view))
}

/** Without quotes, which are doubled inside a quoted name. */
function comparable(text: string): string {
  return text.replaceAll(/["'`[\]]/g, '').toLowerCase()
}
