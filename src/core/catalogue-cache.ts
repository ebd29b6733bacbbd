/**
 * Caches the catalogue for less than a second. Concurrent requests share one statement. A name that
 * is not in the list of tables needs no statement, so that guessed names put no load on the
 * database.
 */
import { monotonicClock } from '../clock'
import type { Introspector } from '../dialect/dialect'
import type { TableSchema } from '../dialect/schema'

export interface CatalogueCache extends Introspector {
  /**
   * Drops a table's description after a statement has shown that it is outdated.
   * @param name in the request's spelling
   * @returns false if it was dropped before; the next description may then be older than the
   *   statement
   */
  forget(name: string, table: TableSchema): boolean
}

/** Milliseconds: new, changed and dropped tables become visible within a second. */
const MAX_AGE = 900

/** Maximum number of cached descriptions: one for each spelling of a name in requests. */
const MAX_TABLES = 1000

interface CachedRead<T> {
  readonly result: Promise<T>
  readonly startedAt: number
}

interface CachedTable extends CachedRead<TableSchema | undefined> {
  /** The value of `result`, after it has settled. */
  table?: TableSchema | undefined
}

interface Listing {
  readonly names: string[]
  /** Folds more spellings together than any engine does, so that no table is missed. */
  readonly folded: ReadonlySet<string>
}

export function createCatalogueCache(
  introspector: Introspector,
  now: () => number = monotonicClock,
): CatalogueCache {
  let listing: CachedRead<Listing> | undefined
  const tables = new Map<string, CachedTable>()

  const isFresh = ({ startedAt }: CachedRead<unknown>): boolean => now() - startedAt < MAX_AGE

  const list = (): Promise<Listing> => {
    if (listing && isFresh(listing)) return listing.result
    const read = cachedRead(readListing(introspector), () => {
      if (listing === read) listing = undefined
    })
    listing = read
    return read.result
  }

  const cachedRead = <T>(result: Promise<T>, dropFailure: () => void): CachedRead<T> => {
    result.catch(dropFailure)
    return { result, startedAt: now() }
  }

  const cachedTable = (name: string): Promise<TableSchema | undefined> | undefined => {
    const read = tables.get(name)
    return read && isFresh(read) ? read.result : undefined
  }

  const readTable = async (name: string): Promise<TableSchema | undefined> => {
    const { names, folded } = await list()
    if (!folded.has(foldName(name))) return undefined
    // A concurrent request may have started to read the description during the `await`.
    const concurrent = cachedTable(name)
    if (concurrent) return concurrent
    const read: CachedTable = cachedRead(introspector.describeTable(name), () => {
      tables.delete(name)
    })
    if (tables.size >= MAX_TABLES) tables.clear()
    tables.set(name, read)
    read.table = await read.result
    // The list still contains a table that was dropped.
    if (!read.table && names.includes(name)) listing = undefined
    return read.table
  }

  return {
    listTables: async () => (await list()).names,
    describeTable: (name) => cachedTable(name) ?? readTable(name),
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
