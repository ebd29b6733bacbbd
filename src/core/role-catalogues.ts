/** The catalogue as each role of the database may see it. */
import { LRUCache } from 'lru-cache'
import type { CallerSession, Dialect, DatabaseCaller, Introspector } from '../dialect/dialect'
import { createCatalogueCache, type CatalogueCache } from './catalogue-cache'

/** Roles whose catalogue is cached. */
const MAX_ROLES = 100

export interface RoleCatalogueOptions {
  readonly schemas: readonly string[] | undefined
  /** Milliseconds by which descriptions get old. */
  readonly now: (() => number) | undefined
}

/** @param sessionOf runs statements with the rights of a caller */
export function roleCatalogues(
  dialect: Dialect,
  sessionOf: (caller: DatabaseCaller) => CallerSession,
  { schemas, now }: RoleCatalogueOptions,
): (role: string) => CatalogueCache {
  const catalogues = new LRUCache<string, CatalogueCache>({ max: MAX_ROLES })
  return (role) => {
    const known = catalogues.get(role)
    if (known) return known
    // Privileges depend on the role alone: the claims of a token make no difference.
    const session = sessionOf({ role, claims: '{}' })
    const introspect = <T>(ask: (introspector: Introspector) => Promise<T>): Promise<T> =>
      session.withCatalogue((seen) => ask(dialect.createIntrospector(seen, schemas)))
    const introspector: Introspector = {
      listTables: () => introspect((own) => own.listTables()),
      describeTable: (name) => introspect((own) => own.describeTable(name)),
    }
    const catalogue = createCatalogueCache(introspector, now)
    catalogues.set(role, catalogue)
    return catalogue
  }
}
