/**
 * Caches the catalogue for less than a second. Requests share a statement that runs, unless it takes longer than usual:
 * then it may wait for a server that does not respond. A name that
 * is not in the list of tables needs no statement, and all other spellings of a listed name share
 * one, so that guessed names put no load on the database. To find a table, the last list is used at any
 * age, because to list thousands of tables takes long: the description shows whether the table still exists.
 */
import { monotonicClock } from '../../clock'
import type { Dialect, Introspector } from '../../dialect/dialect'
import type { TableSchema } from '../../dialect/schema'
import { inCodePointOrder } from './name-order'

export interface CatalogueCache extends Introspector {
  /**
   * Drops a table's description after a statement has shown that it is outdated.
   * @param name in the request's spelling
   * @returns false if it was dropped before; the next description may then be older than the
   *   statement
   */
  forget(name: string, table: TableSchema): boolean
}

/** Milliseconds: new, changed and dropped tables become visible within a second, if a read takes less. */
const MAX_AGE = 900

/** Maximum number of cached descriptions of listed names, and of those of other spellings. */
const MAX_TABLES = 1000

interface CachedRead<T> {
  readonly result: Promise<T>
  readonly startedAt: number
  isRunning: boolean
  /** Milliseconds after the start; 0: not cached. */
  maxAge: number
}

interface CachedTable extends CachedRead<TableSchema | undefined> {
  /** The value of `result`, after it has settled. */
  table?: TableSchema | undefined
}

interface Listing {
  readonly names: readonly string[]
  readonly listed: ReadonlySet<string>
  readonly folded: ReadonlySet<string>
}

export function createCatalogueCache(
  introspector: Introspector,
  { foldTableName, mayBeEmptyBriefly }: Pick<Dialect, 'foldTableName' | 'mayBeEmptyBriefly'>,
  now: () => number = monotonicClock,
): CatalogueCache {
  let listing: CachedRead<Listing> | undefined
  /** The last list that was read, of any age. */
  let lastListing: Listing | undefined
  /** Milliseconds that the last reads took. */
  const lastRead = { ofList: { duration: 0 }, ofTable: { duration: 0 } }
  /** By listed name; the oldest is first. */
  const tables = new Map<string, CachedTable>()
  /** By the folded name, for spellings that are not listed; the oldest is first. */
  const otherSpellings = new Map<string, CachedTable>()

  const isFresh = ({ startedAt, maxAge }: CachedRead<unknown>): boolean =>
    now() - startedAt < maxAge

  const list = (): Promise<Listing> => {
    if (listing && isFresh(listing)) return listing.result
    const maxAgeOf = ({ names }: Listing): number =>
      names.length === 0 && mayBeEmptyBriefly ? 0 : MAX_AGE
    listing = cachedRead(readListing(), maxAgeOf, lastRead.ofList)
    return listing.result
  }

  const readListing = async (): Promise<Listing> => {
    // Frozen, because all callers share it.
    const names = Object.freeze(inCodePointOrder(await introspector.listTables()))
    lastListing = { names, listed: new Set(names), folded: new Set(names.map(foldTableName)) }
    return lastListing
  }

  /**
   * Does not cache a failure.
   * @param last If the last read of this kind took longer than a second, the new one is shared for longer too. Otherwise
   *   requests would start one each second, and many would run at the same time.
   */
  const cachedRead = <T>(
    result: Promise<T>,
    maxAgeOf: (value: T) => number,
    last: { duration: number },
  ): CachedRead<T> => {
    const maxAge = Math.max(MAX_AGE, 2 * last.duration)
    const read: CachedRead<T> = { result, startedAt: now(), isRunning: true, maxAge }
    result.then(
      (value) => {
        read.isRunning = false
        last.duration = now() - read.startedAt
        read.maxAge = maxAgeOf(value)
      },
      () => {
        read.isRunning = false
        read.maxAge = 0
      },
    )
    return read
  }

  const cachedTable = (
    cache: ReadonlyMap<string, CachedTable>,
    key: string,
  ): Promise<TableSchema | undefined> | undefined => {
    const read = cache.get(key)
    return read && isFresh(read) ? read.result : undefined
  }

  /**
   * Drops the descriptions that are too old to be used, and the oldest if there are too many. The statements that are
   * cached with a description take up to megabytes.
   */
  const dropOldest = (cache: Map<string, CachedTable>): void => {
    for (const [key, read] of cache) {
      if ((isFresh(read) || read.isRunning) && cache.size < MAX_TABLES) return
      cache.delete(key)
    }
  }

  const readTable = async (name: string): Promise<TableSchema | undefined> => {
    const used = lastListing?.listed.has(name) === true ? lastListing : await list()
    const { listed, folded } = used
    const isListed = listed.has(name)
    const key = isListed ? name : foldTableName(name)
    if (!isListed && !folded.has(key)) return undefined
    const cache = isListed ? tables : otherSpellings
    // A concurrent request may have started to read the description during the `await`.
    const concurrent = cachedTable(cache, key)
    if (concurrent) return concurrent
    const maxAgeOf = (table: TableSchema | undefined): number => (isListed && !table ? 0 : MAX_AGE)
    const description = introspector.describeTable(name)
    const read: CachedTable = cachedRead(description, maxAgeOf, lastRead.ofTable)
    cache.delete(key)
    dropOldest(cache)
    cache.set(key, read)
    read.table = await read.result
    // The table of a listed name is gone, so the list is outdated, unless a newer one has been read.
    if (!read.table && isListed && used === lastListing) listing = lastListing = undefined
    return read.table
  }

  const forgetIn = (cache: Map<string, CachedTable>, key: string, table: TableSchema): boolean =>
    cache.get(key)?.table === table && cache.delete(key)

  return {
    listTables: async () => (await list()).names,
    describeTable: (name) => cachedTable(tables, name) ?? readTable(name),
    forget: (name, table) =>
      forgetIn(tables, name, table) || forgetIn(otherSpellings, foldTableName(name), table),
  }
}
