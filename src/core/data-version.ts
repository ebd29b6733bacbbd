/** Versions of the data: two reads with the same version have read the same rows. */
import { compile } from '../dialect/catalogue'
import type { ChangeDetection, Connection } from '../dialect/dialect'
import type { Cell, TableSchema } from '../dialect/schema'
import { planKey, type ReadPlan } from './read-plan'

/** Where statements run. */
export interface VersionedReads extends Pick<Connection, 'readRows'> {
  /** `undefined`: nothing that is read has a version. */
  readonly changes: ChangeDetection | undefined
}

export interface DataVersion {
  /** The counter before and after the statement. */
  readonly counter: string
  /** The token of the statement's snapshot; empty if the counter is sufficient. */
  readonly token: string
}

export function isSameVersion(a: DataVersion, b: DataVersion | undefined): boolean {
  return a.counter === b?.counter && a.token === b.token
}

/**
 * Call this before a statement, and the returned function after it: that returns the version of the
 * data that the statement has read.
 * @param since an earlier counter, if the caller only checks whether the data has changed
 *   since then; default: the current counter
 */
export function versionWatch(
  { isTracked }: TableSchema,
  changes: ChangeDetection | undefined,
  since?: string,
): (token: Cell | undefined, cached: DataVersion | undefined) => DataVersion | undefined {
  const counter = isTracked ? (since ?? changes?.counter()) : undefined
  return (token, cached) => {
    if (counter === undefined || changes?.counter() !== counter) return undefined
    if (changes.snapshotToken === undefined) return { counter, token: '' }
    // The statement returns NULL if its token is equal to the cached one.
    if (token === null && cached) return { counter, token: cached.token }
    return token === '' || token == null ? undefined : { counter, token: String(token) }
  }
}

/**
 * Checks that the table is still tracked, after a statement whose result is going to be cached.
 * @returns the version, or `undefined` if changes of the table may not have changed it
 */
export async function trackedVersion(
  { trackingCheck }: TableSchema,
  { changes, readRows }: VersionedReads,
  version: DataVersion | undefined,
  signal?: AbortSignal,
): Promise<DataVersion | undefined> {
  if (!version || !trackingCheck) return version
  const [[isTracked] = []] = await readRows({ ...trackingCheck, isTracked: true }, signal)
  return Number(isTracked) === 1 && changes?.counter() === version.counter ? version : undefined
}

/**
 * Equal only for equal results.
 * @param source identifies the opening of the database: counters begin anew with each opening, and a copy of the
 *   database may have equal tokens
 */
export function resultVersion(
  source: string,
  plan: ReadPlan,
  { counter, token }: DataVersion,
): string {
  return source + JSON.stringify([counter, token]) + planKey(plan)
}

/**
 * @returns a function for the current version of the data, which does not read the table. The version is
 *   `undefined` if the database cannot determine it.
 */
export function createVersionReader({
  builder,
  changes,
  readRows,
}: Pick<Connection, 'builder' | 'changes' | 'readRows'>): VersionReader {
  const token = changes.snapshotToken
  const statement = token === undefined ? undefined : compile(builder.select(builder.raw(token)))
  return async (table, signal) => {
    const versionOf = versionWatch(table, changes)
    if (!table.isTracked || !statement) {
      if (table.isTracked) await changes.refresh?.(signal)
      return versionOf(undefined, undefined)
    }
    const [row] = await readRows(statement, signal)
    return versionOf(row?.[0], undefined)
  }
}

export type VersionReader = (
  table: TableSchema,
  signal?: AbortSignal,
) => Promise<DataVersion | undefined>
