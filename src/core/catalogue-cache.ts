/**
 * Caches the catalogue for a moment. Concurrent requests share one statement; a name that is not in the
 * list of tables costs none, so that guessed names put no load on the database.
 */
import type { Introspector } from '../dialect/dialect'
import type { TableSchema } from '../dialect/schema'

export interface CatalogueCache extends Introspector {
  /**
   * Drops a table's description, because a statement has shown that it is out of date.
   * @param name as the request spells it
   * @returns false if it was dropped before: the next description may then be older than the statement
   */
  forget(name: string, table: TableSchema): boolean
}

/** Milliseconds: a new, changed or dropped table shows within a second. */
const MAX_AGE = 900

/** Cached descriptions; one table can have several, because engines fold names. */
const MAX_TABLES = 1000

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
  /** Folded more than by any engine, so that no table is missed. */
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
      // A concurrent request may have asked meanwhile.
      const since = rememberedTable(name)
      if (since) return since
      const asked: RememberedTable = remember(introspector.describeTable(name), () => {
        tables.delete(name)
      })
      if (tables.size >= MAX_TABLES) tables.clear()
      tables.set(name, asked)
      asked.table = await asked.answer
      // The list still has a dropped table.
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
