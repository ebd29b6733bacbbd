/** Caches the catalogue of each role: the tables and columns that the role may read. */
import { LRUCache } from 'lru-cache'
import type { CallerSession, Dialect, DatabaseCaller, Introspector } from '../../dialect/dialect'
import { createCatalogueCache, type CatalogueCache } from './catalogue-cache'

/** Maximum number of roles with a cached catalogue. */
const MAX_ROLES = 100

interface RoleCatalogueOptions {
  readonly schemas: readonly string[] | undefined
  /** Clock for the age of descriptions, in milliseconds. */
  readonly now: (() => number) | undefined
}

/** @param sessionOf returns a session with the privileges of a caller */
export function roleCatalogues(
  dialect: Dialect,
  sessionOf: (caller: DatabaseCaller) => CallerSession,
  { schemas, now }: RoleCatalogueOptions,
): (role: string) => CatalogueCache {
  const catalogues = new LRUCache<string, CatalogueCache>({ max: MAX_ROLES })
  return (role) => {
    const cached = catalogues.get(role)
    if (cached) return cached
    // Privileges depend only on the role, not on the claims of a token.
    const session = sessionOf({ role, claims: '{}' })
    const introspect = <T>(read: (introspector: Introspector) => Promise<T>): Promise<T> =>
      session.withCatalogue((visible) => read(dialect.createIntrospector(visible, schemas)))
    const introspector: Introspector = {
      listTables: () => introspect((visible) => visible.listTables()),
      describeTable: (name) => introspect((visible) => visible.describeTable(name)),
    }
    const catalogue = createCatalogueCache(introspector, dialect, now)
    catalogues.set(role, catalogue)
    return catalogue
  }
}
