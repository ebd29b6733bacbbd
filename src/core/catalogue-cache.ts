/**
 * An introspector that remembers another's answers for a moment. Requests that come together share
 * one look at the catalogue; names that no table could have cost none, however many are tried.
 */
import type { Introspector } from '../dialect/dialect'
import type { TableSchema } from '../dialect/schema'

export interface CatalogueCache extends Introspector {
  /**
   * Drops a description that a statement has contradicted. Other tables are not concerned.
   * @param name as it was asked for
   * @returns false when it was dropped before: the next answer may then be older than the statement
   */
  forget(name: string, table: TableSchema): boolean
}

/** Milliseconds; a new, changed or dropped table is to show within a second. */
const MAX_AGE = 900

/** Tables remembered at most; a name has as many spellings as the database lets it have. */
const MOST_TABLES = 1000

interface Remembered<T> {
  readonly answer: Promise<T>
  readonly askedAt: number
}

interface RememberedTable extends Remembered<TableSchema | undefined> {
  /** The answer, once it is there. */
  table?: TableSchema | undefined
}

interface Listing {
  readonly names: string[]
  /** Coarser than any database's idea of equal names, so that none is missed. */
  readonly folded: ReadonlySet<string>
}

export function createCatalogueCache(
  introspector: Introspector,
  now: () => number = Date.now,
): CatalogueCache {
  let listing: Remembered<Listing> | undefined
  const tables = new Map<string, RememberedTable>()

  const isFresh = (remembered: Remembered<unknown>): boolean => now() - remembered.askedAt < MAX_AGE

  const list = (): Promise<Listing> => {
    if (listing && isFresh(listing)) return listing.answer
    const asked = remember(readListing(introspector), () => {
      if (listing === asked) listing = undefined
    })
    listing = asked
    return asked.answer
  }

  const remember = <T>(answer: Promise<T>, forgetFailure: () => void): Remembered<T> => {
    answer.catch(forgetFailure)
    return { answer, askedAt: now() }
  }

  const rememberedTable = (name: string): Promise<TableSchema | undefined> | undefined => {
    const remembered = tables.get(name)
    return remembered && isFresh(remembered) ? remembered.answer : undefined
  }

  return {
    listTables: async () => (await list()).names,
    describeTable: async (name) => {
      const known = rememberedTable(name)
      if (known) return known
      const { names, folded } = await list()
      if (!folded.has(foldName(name))) return undefined
      // Somebody else may have asked meanwhile.
      const since = rememberedTable(name)
      if (since) return since
      const asked: RememberedTable = remember(introspector.describeTable(name), () => {
        tables.delete(name)
      })
      if (tables.size >= MOST_TABLES) tables.clear()
      tables.set(name, asked)
      asked.table = await asked.answer
      // The listing has a table that is gone.
      if (!asked.table && names.includes(name)) listing = undefined
      return asked.table
    },
    forget: (name, table) => tables.get(name)?.table === table && tables.delete(name),
  }
}

async function readListing(introspector: Introspector): Promise<Listing> {
  const names = await introspector.listTables()
  return { names, folded: new Set(names.map(foldName)) }
}

function foldName(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()
}
